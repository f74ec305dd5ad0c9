// Cuts Pyodide's WebAssembly, and the script that starts it, to what the page can use, under Node.js;
// web/building/runtime.py starts it. Its one argument is JSON: {wasm, script, target}: the paths of
// the two files, and the folder for what becomes of them.
//
// Pyodide exports all of Python's interface in C, some 8,500 names, for packages that were compiled
// to WebAssembly. Before Python runs, Emscripten makes a few objects for each of them. No such package
// is ever in the page; so an export stays only if the script itself names it.
import { readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";

const given = JSON.parse(process.argv[2]);
const bytes = readFileSync(given.wasm);
const script = readFileSync(given.script, "utf8");
const whole = WebAssembly.Module.exports(await WebAssembly.compile(bytes));

// The script puts most exports into variables of their own, whether or not something uses them: `_name`
// for `name`. Those of data are left alone: it reads their values at once.
const ASSIGNED = /(?<=[{;])_(\w+)=(?:Module\["_\1"\]=)?wasmExports\["\1"\];/g;
const DECLARED = /(?<=var )[\w$,]+(?=;function assignWasmExports\()/;
const elsewhere = new Set(script.replace(ASSIGNED, "").replace(DECLARED, "").match(/[\w$]+/g));

/** `ccall` takes a function's own name, all else that of its variable. @param {string} name */
const isUsed = (name) => elsewhere.has(name) || elsewhere.has(`_${name}`);
const isKept = ({ name, kind }) => !["function", "global"].includes(kind) || isUsed(name);
const kept = new Set(whole.filter(isKept).map(({ name }) => name));

const gone = new Set();
const shorter = script.replace(ASSIGNED, (line, name) => {
  if (kept.has(name)) return line;
  gone.add(`_${name}`);
  return "";
}).replace(DECLARED, (list) => list.split(",").filter((variable) => !gone.has(variable)).join());

// The form of a module: https://webassembly.github.io/spec/core/binary/modules.html
const EXPORTS = 7; // the section's number
const HEAD = 8; // bytes before the first section
let at = HEAD;

/** Reads a number, seven bits a byte, the lowest first. */
function number() {
  let value = 0;
  for (let shift = 0; ; shift += 7) {
    const byte = bytes[at++];
    value += (byte & 127) * 2 ** shift;
    if (byte < 128) return value;
  }
}

/** A number in that form. @param {number} value @returns {number[]} */
const written = (value) => (value < 128 ? [value] : [(value % 128) | 128, ...written(Math.floor(value / 128))]);

/** Reads an export, and gives its bytes if it stays. */
function keptExport() {
  const start = at;
  const length = number();
  const name = bytes.toString("utf8", at, at + length);
  at += length + 1; // and its kind
  number(); // which one of its kind
  return kept.has(name) ? [bytes.subarray(start, at)] : [];
}

/** Reads what is in the section with the exports, and gives the section anew. */
function shortened() {
  const entries = Array.from({ length: number() }, keptExport).flat();
  const content = Buffer.concat([Buffer.from(written(entries.length)), ...entries]);
  return Buffer.concat([Buffer.from([EXPORTS, ...written(content.length)]), content]);
}

const sections = [bytes.subarray(0, HEAD)];
while (at < bytes.length) {
  const start = at;
  const kind = bytes[at++];
  const end = number() + at;
  sections.push(kind === EXPORTS ? shortened() : bytes.subarray(start, end));
  at = end;
}
writeFileSync(join(given.target, basename(given.wasm)), Buffer.concat(sections));
writeFileSync(join(given.target, basename(given.script)), shorter);
