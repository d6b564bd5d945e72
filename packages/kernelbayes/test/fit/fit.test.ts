import { afterEach, describe, expect, test, vi } from "vitest";
import { referenceEngine } from "../../src/engine/reference/index.ts";
import { selectEngine } from "../../src/engine/selectEngine.ts";
import { fit, fitSync } from "../../src/fit/fit.ts";
import type { FitOptions } from "../../src/fit/fitOptions.ts";
import { linearDiscriminant } from "../../src/models/discriminant/lda.ts";
import type { Model } from "../../src/models/model.ts";
import { pairwise } from "../../src/models/coupled/pairwise.ts";
import { quadraticDiscriminant } from "../../src/models/discriminant/qda.ts";
import { serialExecutor } from "../../src/run/executor.ts";
import type { Progress } from "../../src/run/work.ts";
import { tasks } from "../../src/fit/tasks.ts";
import { mapColumn, rowsOf } from "../../src/testing/model/trial.ts";
import { tableFromColumns } from "../../src/table/table.ts";
import { stubEngineVariable } from "../stubEngineVariable.ts";
import { thrown } from "../thrown.ts";
import {
  clouds,
  codesOf,
  labelsOf,
  recordingModel,
  target,
  textColumn,
  twoClassModel,
  withColumn,
  withNumbers,
  withTexts,
} from "./samples.ts";

const lda = linearDiscriminant();

describe("options", () => {
  test.each([
    [{ target: undefined }, "no-target", "target"],
    [{ targt: "kind" }, "unknown-option", '"targt"'],
    [{ folds: 3 }, "unknown-option", '"folds"'],
    [{ seed: 0.5 }, "invalid-seed", "0.5"],
    [{ seed: "1" }, "invalid-seed", "whole number"],
    [{ weights: 3 }, "invalid-option", "weights must be the name of a column"],
    [{ group: ["a"] }, "invalid-option", "group must be the name of a column"],
    [{ weights: "widht" }, "unknown-column", '"width"'],
    [{ group: "widht" }, "unknown-column", '"width"'],
    [{ engine: null }, "invalid-option", "engine"],
    [{ engine: 7 }, "invalid-option", "engine"],
    [{ engine: "abacus" }, "unknown-engine", "reference"],
    [{ memoryLimit: Number.NaN }, "invalid-option", "memoryLimit"],
    [{ memoryLimit: 0 }, "invalid-option", "memoryLimit"],
    [{ priors: "uniform" }, "invalid-priors", "uniform"],
    [{ priors: null }, "invalid-priors", "null"],
    [{ priors: { ash: 1 } }, "invalid-priors", '"birch"'],
    [{ priors: { ash: 0.5, birch: 0.4 } }, "invalid-priors", "sum 1"],
    [{ priors: { ash: 1.5, birch: -0.5 } }, "invalid-priors", "above 0"],
    [{ priors: { ash: 0.5, birch: 0.5, oak: 0 } }, "invalid-priors", '"ash", "birch"'],
    [{ columns: ["width", "kind"] }, "invalid-option", '"kind"'],
    [{ weights: "width", group: "width" }, "invalid-option", "different columns"],
    [{ group: "kind" }, "invalid-option", "different columns"],
    [{ missing: "ignore" }, "invalid-option", "missing"],
  ])("%j is refused with the code %s", (options, code, words) => {
    const error = thrown(() => fitSync(lda, clouds(2), { target, ...options } as unknown as FitOptions));
    expect(error.code).toBe(code);
    expect(error.message).toContain(words);
  });

  test("an option that is refused rejects the promise and throws nothing at once", async () => {
    const promise = fit(lda, clouds(2), { target: "nothing" });
    await expect(promise).rejects.toMatchObject({ name: "InputError", code: "unknown-column" });
  });

  test("the posterior says where it comes from", () => {
    const posterior = fitSync(lda, clouds(2), { target, seed: 5, engine: "reference" });
    expect(posterior).toMatchObject({
      target,
      seed: 5,
      engine: "reference",
      classes: ["ash", "birch"],
      model: { name: "lda", shrinkage: 0 },
      warnings: [],
    });
    expect(posterior.training.rows).toEqual(Array.from({ length: 48 }, (_, row) => row));
    expect(posterior.training.weights).toBeUndefined();
  });
});

describe("rows and columns", () => {
  test("columns of weights and groups are not learned from, nor those excluded", () => {
    const table = withNumbers(
      withTexts(clouds(2), "farm", (row) => `farm ${row % 6}`),
      "count",
      (row) => 1 + (row % 3),
    );
    const { encoding } = fitSync(lda, table, { target, weights: "count", group: "farm", exclude: ["depth"] });
    expect(encoding.columns.map(({ name }) => name)).toEqual(["width", "height"]);
  });

  test("weights, groups, seed and engine reach the model, priors the posterior alone", () => {
    const { model, seen } = recordingModel();
    const table = withNumbers(
      withTexts(clouds(2), "farm", (row) => `farm ${row % 6}`),
      "count",
      (row) => 1 + (row % 3),
    );
    const options = { target, weights: "count", group: "farm", seed: 9, engine: referenceEngine };
    const { priors } = fitSync(model, table, { ...options, priors: { ash: 0.25, birch: 0.75 } });
    const [given] = seen;
    expect(Array.from(given.weights.subarray(0, 4))).toEqual([1, 2, 3, 1]);
    expect(Array.from(given.rowGroups?.subarray(0, 8) ?? [])).toEqual([0, 1, 2, 3, 4, 5, 0, 1]);
    expect(given).not.toHaveProperty("priors");
    expect(priors).toEqual([0.25, 0.75]);
    expect(given).toMatchObject({ seed: 9, engine: referenceEngine, classCount: 2, columnGroups: [0, 1, 2] });
  });

  test("without weights every row counts one, and the class frequencies are no given priors", () => {
    const { model, seen } = recordingModel();
    const posteriors = ([undefined, "empirical", "equal"] as const).map((priors) =>
      fitSync(model, clouds(2), { target, ...(priors && { priors }) }),
    );
    expect(new Set(seen[0].weights)).toEqual(new Set([1]));
    expect(posteriors.map(({ priors }) => priors)).toEqual([undefined, undefined, [0.5, 0.5]]);
  });

  test("a row of weight 0 does not exist: its cells and its label may be missing", () => {
    const table = clouds(2);
    const holed = mapColumn(
      withNumbers(table, "count", (row) => (row === 3 ? 0 : 1)),
      "height",
      (value, row) => (row === 3 ? Number.NaN : value),
    );
    const label = holed.columns.find(({ name }) => name === target);
    if (label?.type !== "text") throw new Error("The labels are texts.");
    const unlabelled = withColumn(holed, target, {
      ...label,
      codes: label.codes.map((code, row) => (row === 3 ? -1 : code)),
    });
    const posterior = fitSync(lda, unlabelled, { target, weights: "count" });
    expect(posterior.training.rows).not.toContain(3);
    const without = fitSync(
      lda,
      rowsOf(table, (row) => row !== 3),
      { target },
    );
    expect(posterior.predict(table).probabilities).toEqual(without.predict(table).probabilities);
  });

  test("a class whose rows are all dropped is no class, and a warning says so", () => {
    const table = clouds(3);
    const labels = labelsOf(table);
    const holed = mapColumn(table, "height", (value, row) => (labels[row] === "cedar" ? Number.NaN : value));
    const { classes, warnings, training } = fitSync(lda, holed, { target, missing: "drop" });
    expect(classes).toEqual(["ash", "birch"]);
    expect(training.rows).toHaveLength(48);
    expect(codesOf(warnings)).toEqual(["dropped-rows", "dropped-class"]);
    expect(warnings[1].message).toContain('"cedar"');
  });

  test("several classes that are dropped are all named", () => {
    const table = clouds(4);
    const labels = labelsOf(table);
    const lost = new Set(["ash", "cedar"]);
    const holed = mapColumn(table, "height", (value, row) => (lost.has(labels[row]) ? Number.NaN : value));
    const { warnings } = fitSync(lda, holed, { target, missing: "drop" });
    expect(warnings[1].message).toMatch(/^Classes "ash", "cedar" had missing values/);
  });

  test("a table of which one class is left after dropping is refused", () => {
    const table = clouds(2);
    const labels = labelsOf(table);
    const holed = mapColumn(table, "height", (value, row) => (labels[row] === "ash" ? Number.NaN : value));
    expect(thrown(() => fitSync(lda, holed, { target, missing: "drop" })).code).toBe("one-class");
  });

  test("an error about a training value names the row of the table, also where rows before it were dropped", () => {
    const holed = mapColumn(clouds(2), "height", (value, row) => (row < 3 ? Number.NaN : row === 10 ? 1e120 : value));
    const error = thrown(() => fitSync(lda, holed, { target, missing: "drop", standardize: "none" }));
    expect(error).toMatchObject({ code: "too-far", place: { row: 11, column: "height" } });
    expect(error.message).toContain("row 11");
  });

  test("warnings stand in the order encoding, copies, model", () => {
    const table = clouds(2, 40);
    const copied = { rows: table.rows * 2, columns: table.columns.map((column) => twice(column)) };
    const withConstant = withNumbers(copied, "one", () => 1);
    const model: Model = {
      ...lda,
      *fit(problem, context) {
        const posterior = yield* lda.fit(problem, context);
        return { ...posterior, warnings: [{ code: "of-the-model", message: "…" }] };
      },
    };
    const { warnings } = fitSync(model, withConstant, { target });
    expect(codesOf(warnings)).toEqual(["constant-column", "copied-rows", "of-the-model"]);
  });

  test("copies within groups are no cause for a warning", () => {
    const table = clouds(2, 40);
    const copied = { rows: table.rows * 2, columns: table.columns.map((column) => twice(column)) };
    const grouped = withTexts(copied, "plant", (row) => `plant ${row % table.rows}`);
    expect(fitSync(lda, grouped, { target, group: "plant" }).warnings).toEqual([]);
  });
});

function twice<Column extends ReturnType<typeof clouds>["columns"][number]>(column: Column): Column {
  if (column.type === "number") return { ...column, values: Float64Array.of(...column.values, ...column.values) };
  return { ...column, codes: Int32Array.of(...column.codes, ...column.codes) };
}

describe("memory and engines", () => {
  afterEach(() => {
    vi.unstubAllEnvs();
    vi.unstubAllGlobals();
  });

  test("a fit over the memory limit is refused before the model is asked to fit", () => {
    const { model, seen } = recordingModel();
    const error = thrown(() => fitSync(model, clouds(2), { target, memoryLimit: 1000 }));
    expect(error.code).toBe("memory-limit");
    expect(error.message).toMatch(/48 rows and 3 encoded columns needs about \d+ MiB/);
    expect(seen).toEqual([]);
    expect(fitSync(model, clouds(2), { target, memoryLimit: Infinity }).classes).toHaveLength(2);
  });

  test("the engine is chosen by name, by object, or by the environment, in this order", () => {
    const { model, seen } = recordingModel();
    stubEngineVariable("reference");
    expect(fitSync(model, clouds(2), { target }).engine).toBe("reference");
    expect(fitSync(model, clouds(2), { target, engine: "wasm" }).engine).toMatch(/^wasm/);
    const own = { ...referenceEngine, name: "own engine" };
    expect(fitSync(model, clouds(2), { target, engine: own }).engine).toBe("own engine");
    expect(seen.map(({ engine }) => engine)).toEqual([referenceEngine, selectEngine("wasm"), own]);
    stubEngineVariable("abacus");
    expect(thrown(() => fitSync(model, clouds(2), { target })).message).toContain("KERNELBAYES_ENGINE");
  });
});

describe("models of two classes", () => {
  test("are fitted as they are to two classes and coupled one versus rest to more", () => {
    expect(fitSync(twoClassModel, clouds(2), { target }).model.name).toBe("lda");
    const { model, classes, predict } = fitSync(twoClassModel, clouds(3), { target });
    expect(model).toEqual({ name: "one-versus-rest", model: { name: "lda", shrinkage: 0 } });
    expect(classes).toHaveLength(3);
    expect(predict(clouds(3)).probabilities.columns).toBe(3);
  });

  test("are coupled in pairs where they prefer that", () => {
    const model = { ...twoClassModel, coupling: "pairwise" as const };
    expect(fitSync(model, clouds(2), { target }).model.name).toBe("lda");
    expect(fitSync(model, clouds(3), { target }).model.name).toBe("pairwise");
  });

  test("give the same posterior with fit and with fitSync, machine by machine", async () => {
    for (const model of [twoClassModel, pairwise(lda)]) {
      const [sync, async]: Progress[][] = [[], []];
      const here = fitSync(model, clouds(4), { target, onProgress: (step) => sync.push(step) });
      const there = await fit(model, clouds(4), { target, onProgress: (step) => async.push(step) });
      expect(JSON.stringify(there.toDocument())).toBe(JSON.stringify(here.toDocument()));
      expect(sync).toEqual(async);
      expect(sync.filter(({ stage }) => stage === "machine").at(-1)).toMatchObject({
        step: model === twoClassModel ? 4 : 6,
      });
    }
  });

  test("take an engine of one's own here, but not where tasks have to find it by name", async () => {
    const options = { target, engine: { ...referenceEngine, name: "own engine" } };
    const { toDocument } = fitSync(twoClassModel, clouds(3), options);
    const reference = fitSync(twoClassModel, clouds(3), { target, engine: "reference" });
    expect({ ...toDocument(), engine: "reference" }).toEqual(reference.toDocument());
    const executor = serialExecutor(tasks);
    await expect(fit(twoClassModel, clouds(3), { ...options, executor })).rejects.toMatchObject({
      code: "unknown-engine",
    });
  });
});

describe("stopping", () => {
  const endless: Model = {
    ...lda,
    *fit() {
      for (;;) yield { kind: "progress", stage: "endless", step: 0, of: 1 };
    },
  };

  test("a fit can be aborted from outside while it runs", async () => {
    const controller = new AbortController();
    setTimeout(() => controller.abort(), 5);
    await expect(fit(endless, clouds(2), { target, signal: controller.signal })).rejects.toMatchObject({
      name: "AbortError",
    });
  });

  test("a fit can be given a time limit", async () => {
    await expect(fit(endless, clouds(2), { target, signal: AbortSignal.timeout(5) })).rejects.toMatchObject({
      name: "TimeoutError",
    });
  });

  test("an onProgress that throws ends the fit with its error", async () => {
    const onProgress = (): void => {
      throw new Error("closed the window");
    };
    await expect(fit(endless, clouds(2), { target, onProgress })).rejects.toThrow("closed the window");
    expect(() => fitSync(endless, clouds(2), { target, onProgress })).toThrow("closed the window");
  });
});

test("labels are texts as they were written, whatever they look like", () => {
  const table = withColumn(
    clouds(2),
    target,
    textColumn(
      target,
      labelsOf(clouds(2)).map((label) => (label === "ash" ? "01" : "1")),
    ),
  );
  expect(fitSync(lda, table, { target }).classes.toSorted()).toEqual(["01", "1"]);
});

test("a singular covariance is refused by the label of its class, which the user knows", () => {
  const table = tableFromColumns({
    x: [1, 2, 3, 4, 5, 6],
    y: [2, 1, 4, 7, 7, 7],
    kind: ["oak", "oak", "oak", "elm", "elm", "elm"],
  });
  expect(() => fitSync(quadraticDiscriminant(), table, { target: "kind" })).toThrow(
    'The covariance of class "elm" is singular',
  );
});
