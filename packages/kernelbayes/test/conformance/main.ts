// npm run -s conformance -- DIR: runs every golden file under DIR against the library.
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { isGoldenFile, runCases } from "./runCases.ts";

const [directory] = process.argv.slice(2);
if (!directory || directory === "--help") {
  console.log(
    "usage: npm run -s conformance -- DIR\n\nRuns every golden JSON file found under DIR against the library.",
  );
  process.exit(directory ? 0 : 2);
}
const start = resolve(process.env.INIT_CWD ?? ".", directory);
const counts = { passed: 0, failed: 0, skipped: 0 };

for (const path of jsonFiles(start)) {
  const name = relative(start, path);
  const file = read(path);
  if (!isGoldenFile(file)) {
    console.log(`${name}: FAILED, not a golden file of a known schema`);
    counts.failed++;
    continue;
  }
  const results = runCases(file);
  for (const { outcome } of results) counts[outcome]++;
  const named = (outcome: string): string[] =>
    results.filter((result) => result.outcome === outcome).map(({ name }) => name);
  const parts = [
    named("passed").length > 0 ? `${named("passed").length} passed` : "",
    named("failed").length > 0 ? `FAILED ${named("failed").join(", ")}` : "",
    named("skipped").length > 0 ? `skipped (${file.topic} not built): ${named("skipped").join(", ")}` : "",
  ];
  console.log(`${name}: ${parts.filter(Boolean).join("; ")}`);
  for (const { name: caseName, problems } of results) {
    for (const problem of problems.slice(0, 5)) console.log(`    ${caseName}: ${problem}`);
    if (problems.length > 5) console.log(`    ${caseName}: and ${problems.length - 5} more`);
  }
}
if (counts.passed + counts.failed + counts.skipped === 0) {
  console.error(`There is no JSON file under ${start}.`);
  process.exitCode = 2;
}
console.log(`${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`);
if (counts.failed > 0) process.exitCode = 1;

function* jsonFiles(path: string): Generator<string> {
  let isDirectory: boolean;
  try {
    isDirectory = statSync(path).isDirectory();
  } catch {
    console.error(`There is no folder ${path}.`);
    process.exit(2);
  }
  if (isDirectory) {
    for (const entry of readdirSync(path).toSorted()) yield* jsonFiles(join(path, entry));
  } else if (path.endsWith(".json")) {
    yield path;
  }
}

function read(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch {
    return undefined;
  }
}
