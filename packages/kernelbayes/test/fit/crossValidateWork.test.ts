import { describe, expect, test } from "vitest";
import type { CrossValidateOptions, FoldInput } from "../../src/fit/crossValidateWork.ts";
import { iris } from "../../src/data/index.ts";
import { referenceEngine } from "../../src/engine/reference/index.ts";
import { selectEngine } from "../../src/engine/selectEngine.ts";
import { createWasmEngine } from "../../src/engine/wasm/index.ts";
import { evaluate } from "../../src/evaluate/evaluate.ts";
import { stratifiedFolds } from "../../src/evaluate/splits/stratifiedFolds.ts";
import { crossValidate, fitSync } from "../../src/fit/fit.ts";
import { trainingData } from "../../src/fit/trainingData.ts";
import { foldTask } from "../../src/fit/tasks/foldTask.ts";
import { linearDiscriminant } from "../../src/models/discriminant/lda.ts";
import { optimallyRegularizedFisher } from "../../src/models/leastSquares/orkfd.ts";
import { quadraticDiscriminant } from "../../src/models/discriminant/qda.ts";
import { type Executor, serialExecutor } from "../../src/run/executor.ts";
import { runSync } from "../../src/run/run.ts";
import type { Progress } from "../../src/run/work.ts";
import { selectRows } from "../../src/table/table.ts";
import { tasks } from "../../src/fit/tasks.ts";
import { mapColumn, relabelled } from "../../src/testing/model/trial.ts";
import { clouds, codesOf, labelsOf, target, twoClassModel, withColumn, withNumbers, withTexts } from "./samples.ts";

const lda = linearDiscriminant({ calibration: "none" });

/** A serial executor with a list of what it was asked to do. */
function recording(): { executor: Executor; seen: FoldInput[] } {
  const serial = serialExecutor(tasks);
  const seen: FoldInput[] = [];
  const executor: Executor = {
    ...serial,
    map(task, inputs, options) {
      seen.push(...(inputs as FoldInput[]));
      return serial.map(task, inputs, options);
    },
  };
  return { executor, seen };
}

/** A table in which the given rows have the label of a class of their own. */
function withClass(name: string, ...rows: number[]): ReturnType<typeof clouds> {
  let row = 0;
  return relabelled(clouds(2), (label) => (rows.includes(row++) ? name : label));
}

describe("data that were learned before", () => {
  const options = { target, seed: 3, standardize: "none" } as const;

  test("are measured as their table is", async () => {
    const table = clouds(3);
    const data = trainingData(table, options);
    for (const how of [
      { folds: 4 },
      { splits: [{ train: [0, 1, 30, 31, 60, 61], test: [2, 32, 62] }], engine: "reference" },
    ]) {
      expect(await crossValidate(lda, data, how)).toEqual(await crossValidate(lda, table, { ...options, ...how }));
    }
  });

  test("take no more options of a fit", async () => {
    const data = trainingData(clouds(2), options);
    await expect(crossValidate(lda, data, { seed: 4 } as object)).rejects.toThrow(
      "seed comes too late for data that were learned. Give it to trainingData.",
    );
  });
});

describe("the figures", () => {
  test("are those of fits to the training parts that predict the test parts", async () => {
    const table = clouds(3);
    const { rows, truth, logProbabilities, classes, scores, warnings } = await crossValidate(lda, table, {
      target,
      folds: 4,
      seed: 3,
    });
    const labels = labelsOf(table);
    expect(Array.from(truth, (number) => classes[number])).toEqual(labels);
    expect(Array.from(rows)).toEqual(labels.map((_, row) => row));
    for (const { train, test: held } of stratifiedFolds(truth, { folds: 4, seed: 3 })) {
      const { data } = fitSync(lda, selectRows(table, train), { target }).predict(
        selectRows(table, held),
      ).logProbabilities;
      held.forEach((row, i) => {
        expect(logProbabilities.data.subarray(row * 3, row * 3 + 3)).toEqual(data.subarray(i * 3, i * 3 + 3));
      });
    }
    const probabilities = { ...logProbabilities, data: logProbabilities.data.map(Math.exp) };
    expect(scores).toEqual(evaluate({ probabilities, logProbabilities }, truth));
    expect(warnings).toEqual([]);
  });

  test("of single flowers left out are those of the exact formula, with the three known mistakes", async () => {
    const splits = Array.from({ length: 150 }, (_, row) => ({
      train: Array.from({ length: 150 }, (_unused, other) => other).filter((other) => other !== row),
    }));
    const { logProbabilities, scores } = await crossValidate(lda, iris(), { target: "species", splits });
    // Flowers 71, 84 and 134 are the three that the linear discriminant takes for the other species (R: lda(CV = TRUE)).
    expect(scores.errorRate).toBeCloseTo(3 / 150, 12);
    const exact = fitSync(lda, iris(), { target: "species" }).leaveOneOut?.logProbabilities;
    logProbabilities.data.forEach((value, at) => {
      expect(Math.abs(value - (exact?.data[at] ?? Number.NaN))).toBeLessThan(1e-8 * Math.max(1, Math.abs(value)));
    });
  });

  test("are the same for the same seed, and of other folds for another", async () => {
    const run = async (seed: number) => (await crossValidate(lda, clouds(2), { target, seed })).logProbabilities.data;
    expect(await run(1)).toEqual(await run(1));
    expect(await run(1)).not.toEqual(await run(2));
  });

  test("count a row of weight two as two rows", async () => {
    const table = withNumbers(clouds(2), "count", (row) => 1 + (row % 2));
    const { scores, truth, logProbabilities } = await crossValidate(lda, table, { target, weights: "count", folds: 3 });
    const probabilities = { ...logProbabilities, data: logProbabilities.data.map(Math.exp) };
    const weights = Array.from(truth, (_, row) => 1 + (row % 2));
    expect(scores).toEqual(evaluate({ probabilities, logProbabilities }, truth, weights));
  });

  test("are those of a coupled model where the model takes two classes only", async () => {
    const { classes, scores } = await crossValidate(twoClassModel, clouds(3), { target, folds: 3 });
    expect(classes).toHaveLength(3);
    expect(scores.errorRate).toBeLessThan(0.3);
  });
});

describe("the rows", () => {
  test("of weight 0 do not exist, even without a label", async () => {
    const table = withNumbers(clouds(2), "count", (row) => (row === 5 ? 0 : 1));
    const label = table.columns.find(({ name }) => name === target);
    if (label?.type !== "text") throw new Error("The labels are texts.");
    const codes = label.codes.map((code, row) => (row === 5 ? -1 : code));
    const holed = withColumn(table, target, { ...label, codes });
    const { rows } = await crossValidate(lda, holed, { target, weights: "count", folds: 4 });
    expect(Array.from(rows)).toEqual(Array.from({ length: 48 }, (_, row) => row).filter((row) => row !== 5));
  });

  test("with missing cells are left out under the rule that drops them, and a warning says so", async () => {
    const table = mapColumn(clouds(2), "height", (value, row) => (row % 10 === 4 ? Number.NaN : value));
    const { rows, warnings } = await crossValidate(lda, table, { target, missing: "drop", folds: 4 });
    expect(rows.every((row) => row % 10 !== 4)).toBe(true);
    expect(rows).toHaveLength(43);
    expect(codesOf(warnings)).toEqual(["dropped-rows"]);
  });

  test("with missing cells are refused otherwise, by their place in the table", async () => {
    const table = mapColumn(clouds(2), "height", (value, row) => (row === 40 ? Number.NaN : value));
    await expect(crossValidate(lda, table, { target })).rejects.toMatchObject({
      code: "missing-values",
      place: { row: 41, column: "height" },
    });
  });

  test("of one group are tested in one fold", async () => {
    const table = withTexts(clouds(2), "farm", (row) => `farm ${Math.floor(row / 4)}`);
    const { executor, seen } = recording();
    const { rows } = await crossValidate(lda, table, { target, group: "farm", folds: 3, executor });
    expect(rows).toHaveLength(48);
    expect(seen).toHaveLength(3);
    for (const { split } of seen) {
      const farms = (part: Int32Array): number[] => Array.from(part, (row) => Math.floor(row / 4));
      const trained = new Set(farms(split.train));
      expect(farms(split.test).filter((farm) => trained.has(farm))).toEqual([]);
    }
  });

  test("that are the only one of their class are never tested, and a warning says so", async () => {
    const table = withClass("oak", 7);
    const { rows, truth, classes, scores, warnings } = await crossValidate(lda, table, { target, folds: 4 });
    expect(classes).toEqual(["ash", "birch", "oak"]);
    expect(rows).not.toContain(7);
    expect(rows).toHaveLength(47);
    expect(truth).not.toContain(2);
    expect(scores.rows).toBe(47);
    expect(codesOf(warnings)).toEqual(["untested-rows"]);
    expect(warnings[0].message).toMatch(/^One row is never tested/);
  });

  test("that are a group with all of its class are never tested either", async () => {
    const table = withTexts(withClass("oak", 8, 9), "farm", (row) => `farm ${Math.floor(row / 2)}`);
    const { rows, warnings } = await crossValidate(lda, table, { target, group: "farm", folds: 4 });
    expect(Array.from(rows)).not.toContain(8);
    expect(warnings[0].message).toMatch(/^2 rows are never tested/);
  });
});

describe("given splits", () => {
  const rows = (from: number, to: number): number[] => Array.from({ length: to - from }, (_, i) => from + i);

  test("are used as they are; rows that none tests are not scored", async () => {
    const { executor, seen } = recording();
    const splits = [
      { train: rows(0, 30), test: rows(40, 48) },
      { train: rows(20, 48), test: [5, 3] },
    ];
    const result = await crossValidate(lda, clouds(2), { target, splits, executor });
    expect(Array.from(result.rows)).toEqual([3, 5, ...rows(40, 48)]);
    expect(seen.map(({ split }) => [split.train.length, split.test.length])).toEqual([
      [30, 8],
      [28, 2],
    ]);
    expect(seen[0].title).toBe("Split 1 of 2");
    expect(result.warnings).toEqual([]);
  });

  test("leave out the rows that a fit would not use", async () => {
    const { executor, seen } = recording();
    const table = withNumbers(clouds(2), "count", (row) => (row % 2 === 0 ? 0 : 1));
    let row = 0;
    const both = relabelled(table, () => (row++ % 4 < 2 ? "ash" : "birch"));
    const splits = [{ train: rows(0, 40), test: rows(40, 48) }];
    const result = await crossValidate(lda, both, { target, weights: "count", splits, executor });
    expect(seen[0].split.train).toHaveLength(20);
    expect(Array.from(result.rows)).toEqual([41, 43, 45, 47]);
  });

  test.each([
    [
      "a row tested twice",
      [
        { train: rows(0, 40), test: [40, 41] },
        { train: rows(0, 40), test: [41] },
      ],
      "tests row 41",
    ],
    ["a row that is not there", [{ train: rows(0, 40), test: [48] }], "row 48"],
    ["a row on both sides", [{ train: rows(0, 40), test: [39] }], "row 39 twice"],
    ["an empty training part", [{ train: [], test: [1] }], "no training rows"],
    ["an empty test part", [{ train: rows(0, 48) }], "no test rows"],
  ])("%s is refused before any work is done", async (_, splits, words) => {
    const { executor, seen } = recording();
    await expect(crossValidate(lda, clouds(2), { target, splits, executor })).rejects.toMatchObject({
      code: "invalid-split",
      message: expect.stringContaining(words) as string,
    });
    expect(seen).toEqual([]);
  });

  test("give a class that is missing from training the probability 0, with finite scores and a warning", async () => {
    const table = withClass("oak", 40, 41);
    const splits = [{ train: rows(0, 36), test: rows(36, 48) }];
    for (const priors of [undefined, "equal", { ash: 0.3, birch: 0.3, oak: 0.4 }] as const) {
      const options: CrossValidateOptions = { target, splits, ...(priors && { priors }) };
      const { logProbabilities, truth, scores, warnings, classes } = await crossValidate(lda, table, options);
      expect(classes).toEqual(["ash", "birch", "oak"]);
      truth.forEach((_, row) => expect(logProbabilities.data[row * 3 + 2]).toBe(-Infinity));
      expect(scores.logLoss.floored).toBe(2);
      expect(scores.logLoss.mean).toBeGreaterThan((2 * Math.log(1e15)) / 12);
      expect(scores.logLoss.mean).toBeLessThan(Math.log(1e15));
      for (const value of [scores.brier, scores.errorRate, scores.matthews, scores.areaUnderCurve]) {
        expect(value).toBeGreaterThanOrEqual(0);
      }
      expect(codesOf(warnings)).toEqual(["class-not-trained"]);
      expect(warnings[0].message).toMatch(/^2 tested rows are of a class/);
    }
  });

  test("count a single row of such a class as one", async () => {
    const splits = [{ train: rows(0, 36), test: rows(36, 48) }];
    const { warnings } = await crossValidate(lda, withClass("oak", 40), { target, splits });
    expect(warnings[0].message).toMatch(/^One tested row is of a class/);
  });

  test("whose training part has one class are refused with the number of the split", async () => {
    const table = clouds(2);
    const ash = rows(0, 48).filter((row) => row % 2 === 0);
    const splits = [
      { train: rows(0, 40), test: [41] },
      { train: ash, test: [43] },
    ];
    await expect(crossValidate(lda, table, { target, splits })).rejects.toMatchObject({
      code: "one-class",
      message: expect.stringContaining("Split 2 of 2: ") as string,
    });
  });
});

describe("priors", () => {
  test("keep their odds between the classes of a fold, and are checked before any work", async () => {
    const { executor, seen } = recording();
    const splits = [{ train: Array.from({ length: 36 }, (_, row) => row) }];
    const priors = { ash: 0.3, birch: 0.1, oak: 0.6 };
    await crossValidate(lda, withClass("oak", 40, 41), { target, splits, priors, executor });
    expect(seen[0].options.priors).toEqual({ ash: expect.closeTo(0.75, 12), birch: expect.closeTo(0.25, 12) });
    await expect(crossValidate(lda, clouds(2), { target, priors: { ash: 1 }, executor })).rejects.toMatchObject({
      code: "invalid-priors",
    });
    expect(seen).toHaveLength(1);
  });
});

describe("options and control", () => {
  test.each([
    [{ flods: 3 }, "unknown-option", "folds, splits"],
    [{ folds: 1 }, "invalid-folds", "at least 2"],
    [{ folds: 2.5 }, "invalid-folds", "2.5"],
    [{ folds: 49 }, "too-many-folds", "48"],
    [{ target: "nothing" }, "unknown-column", "nothing"],
  ])("%j is refused", async (options, code, words) => {
    const given = { target, ...options } as unknown as CrossValidateOptions;
    await expect(crossValidate(lda, clouds(2), given)).rejects.toMatchObject({
      code,
      message: expect.stringContaining(words) as string,
    });
  });

  test("an error in a fold names the fold and the row of the table", async () => {
    const table = withTexts(clouds(2), "soil", (row) => (row === 29 ? "peat" : row % 3 === 0 ? "clay" : "sand"));
    const error: unknown = await crossValidate(lda, table, { target, folds: 4 }).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ name: "InputError", code: "unseen-level", place: { row: 30, column: "soil" } });
    expect((error as Error).message).toMatch(/^Fold \d of 4: .*"peat" in row 30,/);
  });

  test("an error of the model names the fold", async () => {
    const splits = [{ train: [0, 1, 2, 3], test: [4] }];
    await expect(crossValidate(quadraticDiscriminant(), clouds(2), { target, splits })).rejects.toMatchObject({
      name: "InputError",
      message: expect.stringContaining("Split 1 of 1: ") as string,
    });
  });

  test("a mistake in a program stays what it is", () => {
    const split = { train: Int32Array.of(99), test: Int32Array.of(0) };
    const input = { model: lda.toDocument(), table: clouds(2), split };
    expect(() => runSync(foldTask({ ...input, options: { target }, title: "Fold 1 of 1" }))).toThrow(RangeError);
  });

  test("the engine is chosen once and passed on by its name", async () => {
    for (const [engine, name] of [
      [referenceEngine, "reference"],
      ["reference", "reference"],
      ["auto", selectEngine("auto").name],
      [undefined, selectEngine().name],
      [createWasmEngine({ build: "simd128" }), "wasm simd128"],
    ] as const) {
      const { executor, seen } = recording();
      await crossValidate(lda, clouds(2), { target, folds: 3, ...(engine && { engine }), executor });
      expect(seen.map(({ options }) => options.engine)).toEqual([name, name, name]);
    }
    await expect(crossValidate(lda, clouds(2), { target, engine: "abacus" })).rejects.toMatchObject({
      code: "unknown-engine",
    });
  });

  test("a model and an engine that are in no catalogue serve as well, as long as the folds stay here", async () => {
    const model = { ...lda, name: "own model", toDocument: () => ({ name: "own model" }) };
    const engine = { ...referenceEngine, name: "own engine" };
    const own = await crossValidate(model, clouds(2), { target, folds: 3, engine });
    expect(own).toEqual(await crossValidate(lda, clouds(2), { target, folds: 3, engine: "reference" }));
    const { executor } = recording();
    await expect(crossValidate(model, clouds(2), { target, folds: 3, executor })).rejects.toMatchObject({
      code: "unknown-model",
    });
  });

  test("folds are plain data that can be sent, and the table is not copied for every one", async () => {
    const { executor, seen } = recording();
    const table = clouds(2);
    await crossValidate(lda, table, { target, folds: 3, engine: referenceEngine, executor });
    expect(seen.every((input) => input.table === table)).toBe(true);
    expect(seen[0].options).not.toHaveProperty("folds");
    expect(() => structuredClone(seen)).not.toThrow();
  });

  test("progress counts the folds, and an abort stops between them", async () => {
    const controller = new AbortController();
    const seen: Progress[] = [];
    const onProgress = (step: Progress): void => {
      seen.push(step);
      if (step.step === 3) controller.abort();
    };
    const { signal } = controller;
    await expect(crossValidate(lda, clouds(2), { target, folds: 5, signal, onProgress })).rejects.toMatchObject({
      name: "AbortError",
    });
    const steps = new Set(seen.map(({ stage, step, of }) => `${stage} ${step}/${of}`));
    expect([...steps]).toEqual(["fold 0/5", "fold 1/5", "fold 2/5", "fold 3/5"]);
  });
});

test("errors are counted by the labels that a model decides for, whatever is most probable", async () => {
  // Few rows of the second class, of which the sign of a Fisher output makes too much.
  const table = selectRows(
    clouds(2, 60, 1, 0.7),
    Array.from({ length: 120 }, (_, row) => row).filter((row) => row % 2 === 0 || row < 20),
  );
  const options = { target, folds: 5 };
  const [byProbability, bySign] = await Promise.all(
    (["probability", "sign"] as const).map((decision) =>
      crossValidate(optimallyRegularizedFisher({ decision, search: "fast" }), table, options),
    ),
  );
  expect(bySign.logProbabilities.data).toEqual(byProbability.logProbabilities.data);
  expect(bySign.decided).not.toEqual(byProbability.decided);
  const wrong = bySign.truth.filter((number, at) => number !== bySign.decided[at]).length;
  expect(bySign.scores.errorRate).toBeCloseTo(wrong / bySign.truth.length, 14);
  const probable = byProbability.decided.map((_, at) => {
    const [first, second] = byProbability.logProbabilities.data.subarray(2 * at, 2 * at + 2);
    return first >= second ? 0 : 1;
  });
  expect(byProbability.decided).toEqual(probable);
});
