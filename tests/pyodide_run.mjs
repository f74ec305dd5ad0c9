// Runs pytest inside Pyodide under Node.js; tests/test_in_pyodide.py starts it.
// Its one argument is JSON: {pyodide, packages, wheel, tests, settings, arguments, environment}.
// Exit code: pytest's.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const given = JSON.parse(process.argv[2]);
const { loadPyodide } = await import(pathToFileURL(`${given.pyodide}/pyodide.mjs`).href);
const python = await loadPyodide({ env: { HOME: "/home", ...given.environment } });

/** Makes a folder of this machine a folder in Pyodide. */
function mount(folder, path) {
  python.FS.mkdirTree(path);
  python.FS.mount(python.FS.filesystems.NODEFS, { root: folder }, path);
}

mount(given.packages, "/packages");
mount(given.tests, "/top/tests");
python.FS.writeFile("/top/pyproject.toml", readFileSync(given.settings));
python.unpackArchive(new Uint8Array(readFileSync(given.wheel)), "wheel", { extractDir: "/wheel" });
python.globals.set("arguments", python.toPy(given.arguments));
process.exitCode = python.runPython(`
import os, sys
sys.path += ["/top", "/wheel", "/packages"]
os.chdir("/top")
import pytest
int(pytest.main(arguments))
`);
