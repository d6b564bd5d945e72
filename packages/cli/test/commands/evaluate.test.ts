import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fitSync, iris, selectRows, shrunkenDiscriminant, type Posterior } from "kernelbayes";
import {
  abstain,
  conformalThreshold,
  leaveOneOutRows,
  predictionSets,
  scoreIntervals,
  selectiveScores,
} from "kernelbayes/compare";
import { evaluate } from "kernelbayes/evaluate";
import { asText, columnNamed, formatCsv } from "kernelbayes/table";
import { writePosterior } from "kernelbayes/node";
import { afterAll, beforeAll, expect, test } from "vitest";
import { run } from "./run.ts";

const flowers = iris();
const trained = Array.from({ length: 75 }, (_, row) => 2 * row);
const test75 = selectRows(
  flowers,
  trained.map((row) => row + 1),
);

let folder = "";
let posterior: Posterior;
const at = (name: string): string => join(folder, name);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "kernelbayes-"));
  posterior = fitSync(shrunkenDiscriminant(), selectRows(flowers, trained), { target: "species" });
  await writePosterior(at("model.json"), posterior);
  await writeFile(at("test.csv"), formatCsv(test75));
});
afterAll(async () => rm(folder, { recursive: true }));

interface Evaluated {
  readonly rows: number;
  readonly unlabelled: number;
  readonly classes: string[];
  readonly errorRate: { readonly estimate: number; readonly lower: number; readonly upper: number };
  readonly logLoss: { readonly estimate: number; readonly lower: number; readonly upper: number };
  readonly areaUnderCurve: { readonly estimate: number };
  readonly calibration: { readonly estimate: number; readonly byChance: number };
  readonly brier: { readonly estimate: number };
  readonly confusion: number[][];
}

async function evaluated(...words: string[]): Promise<Evaluated> {
  const { status, stdout, stderr } = await run("evaluate", ...words, "--json");
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  return JSON.parse(stdout) as Evaluated;
}

test("the measures are those of the library on the same rows, with intervals", async () => {
  const { probabilities, logProbabilities } = posterior.predict(test75);
  const truth = asText(columnNamed(test75, "species")).map((label) => posterior.classes.indexOf(label!));
  const scores = evaluate({ probabilities, logProbabilities }, truth);
  const intervals = scoreIntervals({ probabilities, logProbabilities }, truth, { seed: 1 });
  const found = await evaluated(at("model.json"), at("test.csv"));
  expect(found).toMatchObject({ rows: 75, unlabelled: 0, classes: posterior.classes, errorRate: intervals.errorRate });
  expect(found.logLoss).toMatchObject(intervals.logLoss);
  expect(found.brier).toMatchObject(intervals.brier);
  expect(found.areaUnderCurve.estimate).toBeCloseTo(scores.areaUnderCurve, 12);
  expect(found.calibration).toMatchObject({
    estimate: scores.calibration.error,
    byChance: scores.calibration.byChance,
  });
  expect(found.confusion.flat()).toEqual(Array.from(scores.confusion.data));
  const narrow = await evaluated(at("model.json"), at("test.csv"), "--level", "0.5");
  expect(narrow.logLoss.upper).toBeLessThan(found.logLoss.upper);
});

test("the text names the measures and shows who was taken for whom", async () => {
  const { status, stdout } = await run("evaluate", at("model.json"), at("test.csv"));
  expect(status).toBe(0);
  expect(stdout).toMatch(/model\.json \(rda\) on 75 rows of .*test\.csv, target species\./);
  for (const measure of ["error", "log loss", "AUC", "Brier score", "calibration error"]) {
    expect(stdout).toMatch(new RegExp(`^${measure} +\\d`, "m"));
  }
  expect(stdout).toMatch(/^setosa +25 +0 +0 +100\.0 +100\.0 +1\.000$/m);
  const quiet = await run("evaluate", at("model.json"), at("test.csv"), "--quiet");
  expect(quiet.stdout).not.toContain("on 75 rows");
});

test("decisions with a threshold and prediction sets are measured where they are asked for", async () => {
  const { probabilities } = posterior.predict(test75);
  const truth = asText(columnNamed(test75, "species")).map((label) => posterior.classes.indexOf(label!));
  const { probabilities: own, classes } = leaveOneOutRows(posterior);
  const sets = predictionSets(probabilities, conformalThreshold(own, classes, { level: 0.8 }));
  const words = [at("model.json"), at("test.csv"), "--abstain", "0.95", "--sets", "0.8"];
  expect(await evaluated(...words)).toMatchObject({
    abstain: { threshold: 0.95, ...selectiveScores(abstain(probabilities, 0.95), truth) },
    sets: {
      isGuaranteed: false,
      coverage: { estimate: sets.filter((set, row) => set.includes(truth[row])).length / 75 },
      meanSize: sets.reduce((sum, { length }) => sum + length, 0) / 75,
    },
  });
  const { stdout } = await run("evaluate", ...words);
  expect(stdout).toMatch(/^Decided where a class reaches 0\.95: \d+\.\d % of the rows, of which \d/m);
  expect(stdout).toMatch(/^Sets of level 0\.8 \(approximate\) contain the true class of \d/m);
});

test("rows without a label are left out, and another column may hold the labels", async () => {
  const lines = formatCsv(test75).trimEnd().split("\n");
  const renamed = [lines[0].replace("species", "truth"), ...lines.slice(1)];
  renamed[3] = renamed[3].replace("setosa", "");
  await writeFile(at("truth.csv"), renamed.join("\n"));
  const found = await evaluated(at("model.json"), at("truth.csv"), "--target", "truth");
  expect(found).toMatchObject({ rows: 74, unlabelled: 1 });
});

test("a label that the model does not know, a table without labels and one of none are refused", async () => {
  const lines = formatCsv(test75).trimEnd().split("\n");
  await writeFile(at("rosa.csv"), lines.with(9, lines[9].replace("setosa", "rosa")).join("\n"));
  await writeFile(at("nothing.csv"), lines[0]);
  await writeFile(at("renamed.csv"), lines.with(0, lines[0].replace("species", "kind")).join("\n"));
  for (const [table, message] of [
    ["rosa.csv", /rosa\.csv: Column "species" has the label "rosa" in row 9, which the model does not know/],
    ["nothing.csv", /nothing\.csv: there are no rows with a label in column "species"/],
    ["renamed.csv", /renamed\.csv: There is no column "species"/],
  ] as const) {
    const { status, stdout, stderr } = await run("evaluate", at("model.json"), at(table));
    expect(stderr).toMatch(message);
    expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
  }
});

test("rows like those of the fit show no drift, rows in another unit name the column, by how much, and in JSON", async () => {
  const usual = await run("evaluate", at("model.json"), at("test.csv"));
  expect(usual.stdout).toContain(
    "Drift: none of 4 columns has moved from the training rows by more than chance does in 75 rows.",
  );
  expect(usual.stdout).toMatch(/All columns together \(kernel two-sample test\): p = 0\.\d{3}\./);
  const millimetres = {
    ...test75,
    columns: test75.columns.map((column) =>
      column.name === "petal length" && column.type === "number"
        ? { ...column, values: column.values.map((value) => 10 * value) }
        : column,
    ),
  };
  await writeFile(at("millimetres.csv"), formatCsv(millimetres));
  const { stdout } = await run("evaluate", at("model.json"), at("millimetres.csv"));
  expect(stdout).toMatch(/Drift: 1 of 4 columns moved from the training rows: petal length \(large, \d\.\d\d\)\./);
  expect(stdout).toContain("kernel two-sample test): p < 0.001.");
  expect(await evaluated(at("model.json"), at("millimetres.csv"))).toMatchObject({
    drift: {
      columns: [{ shift: "none" }, { shift: "none" }, { name: "petal length", shift: "large" }, { shift: "none" }],
      together: { pValue: expect.any(Number) },
    },
    trainingRows: false,
  });
});

test("a report of the evaluation has thresholds and rows by their numbers, and never replaces what was read", async () => {
  const report = at("pages/evaluation.html");
  const { status, stdout } = await run("evaluate", at("model.json"), at("test.csv"), "--report", report);
  expect(status).toBe(0);
  expect(stdout).toContain(`Report  ${report}`);
  const page = await readFile(report, "utf8");
  expect(page).toContain("75 rows of 3 classes.");
  expect(page).toContain('id="decide"');
  expect(page).not.toContain("living-model");
  const refused = await run("evaluate", at("model.json"), at("test.csv"), "--report", at("test.csv"));
  expect(refused.status).toBe(2);
  expect(await readFile(at("test.csv"), "utf8")).toBe(formatCsv(test75));
});

test("the rows of the fit are recognized, and a warning says that the model looks better on them than it is", async () => {
  await writeFile(at("training.csv"), formatCsv(selectRows(flowers, trained)));
  const { stderr } = await run("evaluate", at("model.json"), at("training.csv"));
  expect(stderr).toContain("These are the rows that the model was fitted to: it looks better on them than it is.");
  expect((await run("evaluate", at("model.json"), at("test.csv"))).stderr).not.toContain("fitted to");
  const { status, stdout } = await run("evaluate", at("model.json"), at("training.csv"), "--json");
  expect(status).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({ trainingRows: true });
});

test("a model file of an earlier version is measured all the same, and drift is said to be unknown", async () => {
  const { profiles: _, sketch: __, ...old } = posterior.toDocument() as unknown as Record<string, unknown>;
  await writeFile(at("old.json"), JSON.stringify(old));
  expect((await run("evaluate", at("old.json"), at("test.csv"))).stdout).toContain("Drift: not known");
  expect(await evaluated(at("old.json"), at("test.csv"))).toMatchObject({ drift: null, trainingRows: null });
});
