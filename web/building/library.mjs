// Makes the library of the page, inside Pyodide under Node.js; web/building/library.py starts it.
// Its one argument is JSON: {pyodide, runtime, wheels, engine, inside, importing, standIns, target}:
// paths; `runtime` is what of Pyodide the page has, `wheels` and `engine` are the wheels to load and to
// install, `standIns` is a folder.
import { readFileSync, writeFileSync } from "node:fs";
import { basename } from "node:path";
import { pathToFileURL } from "node:url";
import { gunzipSync } from "node:zlib";

const given = JSON.parse(process.argv[2]);
const { loadPyodide } = await import(pathToFileURL(`${given.pyodide}/pyodide.mjs`).href);
// The order of sets is written into what is compiled.
const env = { PYTHONHASHSEED: "0" };

const python = await loadPyodide({ env });
const inside = python.runPython("import sys, types; types.ModuleType('inside').__dict__");
python.runPython(readFileSync(given.inside, "utf8"), { globals: inside });
await python.loadPackage(given.wheels, { messageCallback() {} });
python.FS.mkdir("/made");
const wheel = `/made/${basename(given.engine)}`;
python.FS.writeFile(wheel, readFileSync(given.engine));
await python.pyimport("micropip").install(`emfs:${wheel}`);
python.FS.writeFile("/made/importing.py", readFileSync(given.importing));
python.FS.mkdir("/made/standIns");
python.mountNodeFS("/made/standIns", given.standIns);
const modules = inside.get("pack")("/made/library", "/made/importing.py", "/made/standIns").toJs();
const library = python.FS.readFile("/made/library");

// It must start, answer and need nothing else, whichever module is used one day.
const unpacked = `${given.target}.zip`;
writeFileSync(unpacked, gunzipSync(library));
const page = await loadPyodide({
  indexURL: given.runtime, env, stdLibURL: unpacked, lockFileContents: { ...python.lockfile, packages: {} },
});
page.pyimport("solitaire.bridge").handle("{}");
for (const name of modules) page.pyimport(name).__dict__; // runs it
writeFileSync(given.target, library);
