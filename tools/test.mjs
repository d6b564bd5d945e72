// npm test, and with the word "full" npm run test:full; both must hold before a change lands. Sets up what is missing, runs
// every check even if an earlier one failed, and ends with the counts of the tests.
import { spawn, spawnSync } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { root, setup } from "./setup.mjs";
import { prepareSystemParts } from "./systemParts.mjs";

const bin = (name) => join(root, "node_modules/.bin", name);
const resultsOf = (name) => join(root, `.setup/${name}.json`);
const packages = ["kernelbayes", "report", "experiment", "cluster", "server", "cli"];

const tests = (file, ...projects) => [
  bin("vitest"),
  "run",
  ...projects.map((project) => `--project=${project}`),
  "--reporter=default",
  `--reporter=${join(root, "tools/projectReporter.mjs")}`,
  { KERNELBAYES_TEST_RESULTS: resultsOf(file) },
];

/** Checks that read the sources and what was built of them; each keeps one processor busy at most. */
const readingChecks = [
  ["format", bin("oxfmt"), "--check", "."],
  ["lint", bin("oxlint"), "--type-aware", "--deny-warnings"],
  ...[...packages.map((name) => `packages/${name}`), "papers", "bench", "examples", "docs/.vitepress"].map((path) => [
    `types of ${path}`,
    bin("tsc"),
    "-p",
    path,
    // What did not change since the last run is not checked again.
    "--incremental",
    "--tsBuildInfoFile",
    join(root, `.setup/types/${path.replaceAll("/", "-")}.tsbuildinfo`),
  ]),
  [
    "types of packages/studio",
    bin("svelte-check"),
    "--workspace",
    "packages/studio",
    "--tsconfig",
    "./tsconfig.json",
    "--output",
    "human",
    "--fail-on-warnings",
  ],
  ["layering", bin("depcruise"), "--config", ".dependency-cruiser.mjs", "packages", "papers", "bench"],
  ["unused code", bin("knip")],
  // Without the tests, which keep alive what nothing else uses.
  ["code that only tests use", bin("knip"), "--production"],
  ["the house", process.execPath, join(root, "tools/checkHouse.mjs")],
  ...packages.map((name) => [`package ${name}`, bin("publint"), "--strict", `packages/${name}`]),
  ...["kernelbayes", "report", "experiment", "cluster", "server"].map((name) => [
    `types of the package ${name}`,
    bin("attw"),
    "--pack",
    `packages/${name}`,
    "--profile",
    "esm-only",
    "--format",
    "ascii",
  ]),
  ["size of bundles", bin("size-limit")],
];

const isFull = process.argv[2] === "full";

/** Damaged tables, documents, options and command lines: the same ones each time in npm test, others each time in test:full. */
const fuzzing = [
  "fuzzing",
  bin("tsx"),
  "packages/cli/test/fuzz/main.ts",
  ...(isFull ? ["--seconds", "120"] : ["--seconds", "10", "--seed", "1"]),
];

let missing;
try {
  await setup();
  missing = await prepareSystemParts();
} catch (error) {
  console.error(`setup failed: ${error.message}`);
  process.exit(1);
}
const hasChromium = !missing.some((line) => line.includes("Chromium"));
for (const name of ["node", "chromium"]) rmSync(resultsOf(name), { force: true });

const smokeInChromium = ["smoke test in Chromium", ...tests("chromium", "smoke page*")];
/** Checks that keep one processor busy at most, and run beside each other. */
const checksOfOneProcessor = isFull
  ? [fuzzing, ["packages from their tarballs", process.execPath, join(root, "tools/release.mjs"), "--dry-run"]]
  : [...readingChecks, fuzzing, ...(hasChromium ? [smokeInChromium] : [])];
/** Checks that keep all processors busy. */
const checksOfAllProcessors = isFull
  ? [
      ["slow tests in Node", ...tests("node", "wasm slow", "reference")],
      ...(hasChromium ? [["tests in Chromium", ...tests("chromium", "page*")]] : []),
    ]
  : [["tests in Node", ...tests("node", "wasm")]];

const failed = [];
const shell = process.platform === "win32";

/** Runs one check and prints what it said when it has ended, so that checks at the same time do not mix their lines. */
function runBesideOthers([name, command, ...rest]) {
  return new Promise((done) => {
    const chunks = [];
    const start = performance.now();
    const env = environmentOf(rest);
    const child = spawn(command, rest, { cwd: root, shell, stdio: ["ignore", "pipe", "pipe"], env });
    for (const output of [child.stdout, child.stderr]) output.on("data", (chunk) => chunks.push(chunk));
    const end = (status, message = "") => {
      process.stdout.write(`\n== ${name} (${secondsSince(start)})\n${Buffer.concat(chunks)}${message}`);
      if (status !== 0) failed.push(name);
      done();
    };
    child.on("error", (error) => end(1, `${error.message}\n`));
    child.on("close", (status) => end(status));
  });
}

function secondsSince(start) {
  return `${((performance.now() - start) / 1000).toFixed(1)} s`;
}

/** The environment of a check, whose words may end with variables of its own; these are taken off. */
function environmentOf(words) {
  return { ...process.env, ...(typeof words.at(-1) === "object" ? words.pop() : {}) };
}

const worker = async () => {
  for (let check = checksOfOneProcessor.shift(); check; check = checksOfOneProcessor.shift())
    await runBesideOthers(check);
};
await Promise.all(Array.from({ length: availableParallelism() }, worker));

for (const [name, command, ...rest] of checksOfAllProcessors) {
  console.log(`\n== ${name}`);
  const env = environmentOf(rest);
  const { status, error } = spawnSync(command, rest, { cwd: root, stdio: "inherit", shell, env });
  if (error) console.error(error.message);
  if (status !== 0) failed.push(name);
}

const results = ["node", ...(hasChromium ? ["chromium"] : [])].map((name) => readResults(name));
const lines = [...missing];
if (!isFull) {
  lines.push(
    "Left to npm run test:full: model batteries but that of lda, frozen predictions, engine batteries, programs of the pages " +
      "(all in tools/testTiers.mjs), the plain TypeScript engine, and what a page can break.",
  );
}
const total = { passed: 0, failed: 0, skipped: 0 };
for (const counts of results.flatMap((projects) => Object.values(projects).flatMap(Object.values))) {
  for (const state of Object.keys(total)) total[state] += counts[state];
}
console.log(failed.length > 0 ? `\nFailed: ${failed.join(", ")}.` : "\nAll checks passed.");
for (const line of lines) console.log(line);
console.log(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`);
process.exitCode = failed.length > 0 ? 1 : 0;

/** The counts of a run, by project and file. */
function readResults(name) {
  const check = `tests in ${name === "node" ? "Node" : "Chromium"}`;
  try {
    return JSON.parse(readFileSync(resultsOf(name), "utf8")).projects;
  } catch {
    console.error(`The ${check} left no results.`);
    failed.push(`results of ${check}`);
    return {};
  }
}
