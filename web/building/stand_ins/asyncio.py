"""Stands in for asyncio in the page: nobody waits in Python there, and importing it costs a tenth
of the start. Pyodide's core asks for the module, and for what is in it where a promise is awaited.
"""
