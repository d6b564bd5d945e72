// Keeps the house of the library in order, as docs/design.md describes it: every file is reachable from an entry point, no folder
// and no file grows beyond what a reader takes in, and files carry the names of what they export.
import { readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const source = join(root, "packages/kernelbayes/src");

/** What is built for users, and what workers start. The entry for benchmarks does not count. */
const entries = [
  "index.ts",
  "entries/check.ts",
  "compare/index.ts",
  "data/index.ts",
  "diagnose/index.ts",
  "entries/engine.ts",
  "entries/errors.ts",
  "kernels/index.ts",
  "entries/models.ts",
  "entries/numeric.ts",
  "optimize/index.ts",
  "entries/table.ts",
  "entries/chunks.ts",
  "entries/evaluate.ts",
  "entries/excel.ts",
  "entries/executors.ts",
  "entries/explain.ts",
  "entries/predict.ts",
  "entries/progress.ts",
  "node/index.ts",
  "node/worker.ts",
  "node/command.ts",
  "browser/index.ts",
  "browser/worker.ts",
  "browser/standalone.ts",
  "testing/index.ts",
];
const mostInFolder = 30;
const mostLines = 400;
const leastOwnNames = 0.95;

const files = readdirSync(source, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && entry.name.endsWith(".ts"))
  .map((entry) => join(entry.parentPath, entry.name));
const texts = new Map(files.map((path) => [path, readFileSync(path, "utf8")]));
const shown = (path) => relative(source, path);
const problems = [];

const reached = new Set();
const waiting = entries.map((entry) => join(source, entry));
for (let path = waiting.pop(); path; path = waiting.pop()) {
  if (reached.has(path)) continue;
  reached.add(path);
  for (const [, target] of texts.get(path).matchAll(/(?:from|import) "(\.[^"]+)"/g))
    waiting.push(resolve(dirname(path), target));
}
const isForBuilds = (path) => path.endsWith(".d.ts") || path.endsWith("internal.ts");
for (const path of files.filter((file) => !reached.has(file) && !isForBuilds(file))) {
  problems.push(
    `${shown(path)} is reachable from no entry point. Delete it, or move it to the tests if they compare with it.`,
  );
}

for (const [path, text] of texts) {
  const lines = text.trimEnd().split("\n").length;
  if (lines > mostLines && !path.endsWith(".generated.ts")) {
    problems.push(`${shown(path)} has ${lines} lines; at most ${mostLines}. Divide it by what it is about.`);
  }
}

const folders = grouped(files);
for (const [folder, members] of folders) {
  if (members.length > mostInFolder) {
    problems.push(
      `The folder ${shown(folder)} has ${members.length} files; at most ${mostInFolder}. Divide it by what its files are about.`,
    );
  }
}

/** Lists, entry points among them, generated files, types for builds, and what a family calls the same everywhere: models, posterior.ts and onnx.ts. */
function hasNameByPlace(path) {
  const inFamily = /^models\/\w+\/(\w+)\.ts$/.exec(shown(path));
  return (
    basename(path) === "index.ts" ||
    shown(path).startsWith("entries/") ||
    path.endsWith(".generated.ts") ||
    isForBuilds(path) ||
    (inFamily !== null && (["posterior", "onnx"].includes(inFamily[1]) || /Entry\b[^=]*= \{/.test(texts.get(path))))
  );
}
function exportsOwnName(path) {
  const name = basename(path, ".ts").toLowerCase();
  const names = [...texts.get(path).matchAll(/^export (?:async )?(?:function\*?|const|class|interface|type) (\w+)/gm)];
  return names.some(([, exported]) => exported.toLowerCase() === name);
}
const named = files.filter((path) => !hasNameByPlace(path));
const strangers = named.filter((path) => !exportsOwnName(path));
const share = 1 - strangers.length / named.length;
if (share < leastOwnNames) {
  problems.push(
    `Only ${(100 * share).toFixed(1)} % of files export their own name; at least ${100 * leastOwnNames} % must: ${strangers.map(shown).join(", ")}.`,
  );
}

function grouped(paths) {
  const groups = new Map();
  for (const path of paths) groups.set(dirname(path), [...(groups.get(dirname(path)) ?? []), path]);
  return groups;
}

for (const problem of problems) console.error(problem);
console.log(`${files.length} files; ${(100 * share).toFixed(1)} % of ${named.length} export their own name`);
process.exitCode = problems.length > 0 ? 1 : 0;
