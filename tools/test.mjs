// Everything that must hold before a change lands: sets up what is missing, runs every check even if an earlier one
// failed, and ends with the counts of the tests.
import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { root, setup } from "./setup.mjs";

const results = join(root, ".setup/tests.json");
const bin = (name) => join(root, "node_modules/.bin", name);
const packages = ["kernelbayes", "report", "cli"];

const checks = [
  ["format", bin("oxfmt"), "--check", "."],
  ["lint", bin("oxlint"), "--type-aware", "--deny-warnings"],
  ...[...packages.map((name) => `packages/${name}`), "bench", "examples"].map((path) => [
    `types of ${path}`,
    bin("tsc"),
    "-p",
    path,
  ]),
  ["layering", bin("depcruise"), "--config", ".dependency-cruiser.mjs", "packages"],
  ["unused code", bin("knip")],
  ...packages.map((name) => [`package ${name}`, bin("publint"), "--strict", `packages/${name}`]),
  ...["kernelbayes", "report"].map((name) => [
    `types of the package ${name}`,
    bin("attw"),
    "--pack",
    `packages/${name}`,
    "--profile",
    "esm-only",
    "--format",
    "ascii",
  ]),
  ["tests", bin("vitest"), "run", "--reporter=default", "--reporter=json", `--outputFile.json=${results}`],
];

try {
  await setup();
} catch (error) {
  console.error(`setup failed: ${error.message}`);
  process.exit(1);
}
mkdirSync(join(root, ".setup"), { recursive: true });
rmSync(results, { force: true });

const failed = [];
for (const [name, command, ...args] of checks) {
  console.log(`\n== ${name}`);
  const { status, error } = spawnSync(command, args, {
    cwd: root,
    stdio: "inherit",
    shell: process.platform === "win32",
  });
  if (error) console.error(error.message);
  if (status !== 0) failed.push(name);
}

const { numPassedTests = 0, numFailedTests = 0, numPendingTests = 0 } = readResults();
console.log(failed.length > 0 ? `\nFailed: ${failed.join(", ")}.` : "\nAll checks passed.");
console.log(`${numPassedTests} passed, ${numFailedTests} failed, ${numPendingTests} skipped`);
process.exitCode = failed.length > 0 ? 1 : 0;

function readResults() {
  try {
    return JSON.parse(readFileSync(results, "utf8"));
  } catch {
    console.error("The test runner left no results.");
    failed.push("tests");
    return {};
  }
}
