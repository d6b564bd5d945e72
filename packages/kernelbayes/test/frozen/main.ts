// npm run frozen: lists which predictions differ from the stored ones, and by how much; with --update it stores them anew.
import { writeFileSync } from "node:fs";
import { frozenCases } from "./cases.ts";
import { frozenResult, largestDifference, storedResult, type StoredResult } from "./frozenResult.ts";
import { buildHere, storedPath, storedPredictions, storedText, type StoredPredictions } from "./storedPredictions.ts";

const [argument] = process.argv.slice(2);
if (argument !== undefined && argument !== "--update") {
  console.log("usage: npm run -s frozen [-- --update]\n\nCompares the predictions of all models with the stored ones.");
  process.exit(argument === "--help" ? 0 : 2);
}
let before: StoredPredictions["cases"] = {};
try {
  before = storedPredictions().cases;
} catch (error) {
  console.log(`There are no stored predictions: ${(error as Error).message}`);
}
const cases: Record<string, StoredResult> = {};
let changed = 0;
for (const frozen of frozenCases()) {
  const result = storedResult(frozenResult(frozen));
  cases[frozen.key] = result;
  const stored = before[frozen.key];
  if (stored?.hash === result.hash) continue;
  changed++;
  console.log(
    stored ? `${frozen.key}: differs by ${largestDifference(stored, result).toExponential(1)}` : `${frozen.key}: new`,
  );
}
const gone = Object.keys(before).filter((key) => !(key in cases));
for (const key of gone) console.log(`${key}: gone`);
console.log(`${Object.keys(cases).length} cases, ${changed} changed, ${gone.length} gone`);
if (argument === "--update") writeFileSync(storedPath, storedText({ ...buildHere(), cases }));
else process.exitCode = changed + gone.length > 0 ? 1 : 0;
