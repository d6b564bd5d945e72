import { readFileSync } from "node:fs";
import { join } from "node:path";
import { crossValidate, iris, linearDiscriminant, quadraticDiscriminant, tableFromColumns } from "kernelbayes";
import { correctedResampledT, holm, pairedDifferences } from "kernelbayes/compare";
import { randomSplits } from "kernelbayes/evaluate";
import { encodeLabels, formatCsv } from "kernelbayes/table";
import { describe, expect, test } from "vitest";
import { commonSplits } from "../../src/compare/commonSplits.ts";
import { compareModels } from "../../src/compare/comparison.ts";
import type { MeasuredModel } from "../../src/compare/measureModels.ts";
import { rankPicture } from "../../src/compare/rankPicture.ts";
import { run, runJson, temporaryFile, temporaryFolder } from "./run.ts";

interface Compared {
  readonly splits: number;
  readonly trainRows: number;
  readonly testRows: number;
  readonly measure: string;
  readonly models: readonly {
    readonly title: string;
    readonly logLoss: { readonly mean: number; readonly deviation: number };
    readonly meanRank: number;
    readonly worseBy: number;
    readonly p?: number;
    readonly values: { readonly logLoss: number[]; readonly errorRate: number[] };
  }[];
  readonly groups: readonly string[][];
  readonly failed: readonly { readonly title: string; readonly failures: string[] }[];
}

test("every model is measured on the same splits as in the library, and the best comes first", async () => {
  const path = temporaryFile("iris.csv", formatCsv(iris()));
  const words = [
    "compare",
    path,
    "--target",
    "species",
    "--models",
    "qda,lda",
    "--splits",
    "3",
    "--seed",
    "5",
    "--jobs",
    "1",
  ];
  const found = await runJson<Compared>(...words);
  expect(found).toMatchObject({ splits: 3, measure: "logLoss", trainRows: 112, testRows: 38, failed: [] });
  const { classes } = encodeLabels(iris(), "species");
  const splits = randomSplits(classes, { repeats: 3, testShare: 0.25, seed: 5 });
  for (const [title, model] of [
    ["lda", linearDiscriminant()],
    ["qda", quadraticDiscriminant()],
  ] as const) {
    const { values } = found.models.find((one) => one.title === title)!;
    for (const [at, split] of splits.entries()) {
      const { scores } = await crossValidate(model, iris(), { target: "species", splits: [split], seed: 5 });
      expect(values.logLoss[at]).toBeCloseTo(scores.logLoss.mean, 12);
      expect(values.errorRate[at]).toBeCloseTo(scores.errorRate, 12);
    }
  }
  const [best, other] = found.models;
  expect(best.logLoss.mean).toBeLessThan(other.logLoss.mean);
  expect(best.p).toBeUndefined();
  const differences = pairedDifferences(best.values.logLoss, other.values.logLoss);
  expect(other.p).toBeCloseTo(correctedResampledT(differences, { trainRows: 112, testRows: 38 }).p, 12);
  expect(other.worseBy).toBeCloseTo(other.logLoss.mean - best.logLoss.mean, 12);
});

test("the text has a line a model, the picture of the ranks and the charts that were written", async () => {
  const folder = temporaryFolder();
  const path = temporaryFile("iris.csv", formatCsv(iris()));
  const words = [
    "compare",
    path,
    "--target",
    "species",
    "--models",
    "rda,lda",
    "--folds",
    "3",
    "--measure",
    "error",
    "--jobs",
    "1",
  ];
  const { status, stdout } = await run(
    ...words,
    "--figures",
    join(folder, "charts"),
    "--report",
    join(folder, "pages", "comparison.html"),
  );
  expect(status).toBe(0);
  expect(stdout).toContain("3 folds, 100 rows to learn from and 50 to test, seed 1.");
  expect(stdout).toMatch(/^lda +\d+\.\d\d ± \d/m);
  expect(stdout).toMatch(/(rda|lda) has the lowest error\./);
  expect(stdout).toMatch(/^lda +\d\.\d\d +·*●/m);
  const file = join(folder, "charts", "critical-difference.svg");
  expect(stdout).toContain(file);
  expect(readFileSync(file, "utf8")).toMatch(/^<svg[^>]*>.*<title>Mean rank by error over 3 folds<\/title>/s);
  const page = readFileSync(join(folder, "pages", "comparison.html"), "utf8");
  expect(page).toMatch(/(rda|lda) has the lowest error rate\./);
  expect(page).toContain("The same table and this command give the same comparison again:");
  expect(page).toMatch(/<code>kernelbayes\b/);
});

test("a model that cannot be fitted is left out with its reason, and fewer than two are nothing to compare", async () => {
  // Two rows of one class: too few for a covariance of its own in most splits.
  const table = tableFromColumns({
    x: Array.from({ length: 24 }, (_, row) => Math.sin(row)),
    y: Array.from({ length: 24 }, (_, row) => Math.cos(3 * row)),
    z: Array.from({ length: 24 }, (_, row) => (row * 7) % 11),
    kind: Array.from({ length: 24 }, (_, row) => (row < 2 ? "rare" : row % 2 === 0 ? "a" : "b")),
  });
  const path = temporaryFile("rare.csv", formatCsv(table));
  const words = ["compare", path, "--target", "kind", "--splits", "2", "--jobs", "1", "--models"];
  const { failed, models } = await runJson<Compared>(...words, "lda,rda,qda");
  expect(models.map(({ title }) => title).toSorted()).toEqual(["lda", "rda"]);
  expect(failed).toMatchObject([{ title: "qda", failed: 2 }]);
  const alone = await run(...words, "qda,lda", "--quiet");
  expect({ status: alone.status, stdout: alone.stdout }).toEqual({ status: 2, stdout: "" });
  expect(alone.stderr).toMatch(
    /fewer than two models left to compare\. qda failed on 2 of 2 splits and was left out: /,
  );
});

test.each([
  ["--models lda", "--models takes at least two models"],
  ["--models lda,lda", "--models names lda twice"],
  ["--models lda,bfdd", 'no model "bfdd". Did you mean bfd'],
  ["--splits 1", "--splits takes a whole number from 2"],
  ["--holdout 1.5", "--holdout takes a number between 0 and 1"],
  ["--measure accuracy", "--measure takes one of log-loss, error, auc, brier"],
  ["--target kind", 'no column "kind"'],
])("%s is refused with exit code 2", async (words, message) => {
  const path = temporaryFile("iris.csv", formatCsv(iris()));
  const { status, stdout, stderr } = await run("compare", path, "--target", "species", ...words.split(" "));
  expect(stderr).toContain(message);
  expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
});

/** A model whose log losses are given, split by split. */
function measured(title: string, logLoss: number[]): MeasuredModel {
  const values = { logLoss, errorRate: logLoss, areaUnderCurve: logLoss.map((loss) => 1 - loss), brier: logLoss };
  return { title, values, calibration: undefined, failures: [], failed: 0 };
}

describe("the comparison", () => {
  const models = [
    measured("worst", [0.9, 0.91, 0.89, 0.92]),
    measured("good", [0.11, 0.1, 0.12, 0.1]),
    measured("best", [0.1, 0.11, 0.1, 0.1]),
    measured("middle", [0.12, 0.4, 0.1, 0.3]),
  ];
  const rows = { trainRows: 75, testRows: 25 };

  test("tests every pair and corrects for their number", () => {
    const { models: sorted, pairs } = compareModels(models, { measure: "logLoss", alpha: 0.05, ...rows });
    expect(sorted.map(({ title }) => title)).toEqual(["best", "good", "middle", "worst"]);
    const plain = pairs.map(({ first, second }) => {
      const [one, other] = [first, second].map((place) => models.find(({ title }) => title === sorted[place].title)!);
      return correctedResampledT(pairedDifferences(one.values.logLoss, other.values.logLoss), rows).p;
    });
    expect(pairs.map(({ p }) => p)).toEqual(Array.from(holm(plain)));
    expect(sorted.map(({ p }) => p)).toEqual([undefined, ...pairs.slice(0, 3).map(({ p }) => p)]);
    expect(sorted[0].meanRank).toBe(1.5); // 1, 2, 1.5, 1.5
  });

  test("joins those that cannot be told apart, and no others", () => {
    const { groups, models: sorted } = compareModels(models, { measure: "logLoss", alpha: 0.05, ...rows });
    expect(groups.map((group) => group.map((model) => sorted[model].title))).toEqual([
      ["best", "good", "middle"],
      ["worst"],
    ]);
  });

  test("joins a model with two that can be told apart from each other, but not from it", () => {
    const far = [
      measured("steady", [0.2, 0.201, 0.199, 0.2]),
      measured("erratic", [0.1, 0.35, 0.12, 0.33]),
      measured("worse", [0.3, 0.301, 0.299, 0.3]),
    ];
    const { groups, models: sorted } = compareModels(far, { measure: "logLoss", alpha: 0.05, ...rows });
    const named = groups.map((group) =>
      group
        .map((model) => sorted[model].title)
        .toSorted()
        .join(" "),
    );
    expect(named.toSorted()).toEqual(["erratic steady", "erratic worse"]);
  });

  test("takes the highest area for the best", () => {
    const { models: sorted } = compareModels(models, { measure: "areaUnderCurve", alpha: 0.05, ...rows });
    expect(sorted.map(({ title }) => title)).toEqual(["best", "good", "middle", "worst"]);
    expect(sorted.at(-1)!.worseBy).toBeCloseTo(0.905 - 0.1025, 12);
  });
});

test("the picture puts a dot at each rank, and bars beside the lines of those that cannot be told apart", () => {
  const picture = rankPicture(
    [
      { title: "b", meanRank: 2 },
      { title: "first", meanRank: 1 },
      { title: "c", meanRank: 3 },
    ],
    [[1, 0], [2]],
  );
  const [digits, axis, ...lines] = picture.split("\n");
  expect(lines.map((line) => line.trimStart().split(/ +/, 2).join(" "))).toEqual(["first 1.00", "b 2.00", "c 3.00"]);
  for (const [at, line] of lines.entries()) expect(line.indexOf("●")).toBe(digits.indexOf(String(at + 1)));
  expect([axis.indexOf("├"), axis.indexOf("┤")]).toEqual([digits.indexOf("1"), digits.indexOf("3")]);
  expect(lines.map((line) => line.includes("┃"))).toEqual([true, true, false]);
  const apart = rankPicture(
    [1, 2, 3].map((rank) => ({ title: `m${rank}`, meanRank: rank })),
    [[0, 2]],
  );
  expect(Array.from(apart.matchAll(/[┃┊]/g), ([sign]) => sign)).toEqual(["┃", "┊", "┃"]);
});

test("folds of whole groups never have a group on both sides", () => {
  const classes = Int32Array.from({ length: 60 }, (_, row) => row % 2);
  const groups = Int32Array.from({ length: 60 }, (_, row) => Math.floor(row / 4));
  const { splits, title } = commonSplits(classes, { splits: 5, holdout: undefined, seed: 1, groups });
  expect(title).toBe("5 folds of whole groups");
  for (const { train, test: tested } of splits) {
    const inTraining = new Set(Array.from(train, (row) => groups[row]));
    expect(Array.from(tested).some((row) => inTraining.has(groups[row]))).toBe(false);
  }
});
