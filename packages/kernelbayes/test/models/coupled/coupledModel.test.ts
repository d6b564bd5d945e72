import { describe, expect, test } from "vitest";
import { iris } from "../../../src/data/index.ts";
import { InputError } from "../../../src/errors.ts";
import { fit, fitSync } from "../../../src/fit/fit.ts";
import { loadPosterior } from "../../../src/fit/loadPosterior.ts";
import { fromRows, toRows } from "../../../src/matrix/index.ts";
import { modelFromDocument, models } from "../../../src/models/index.ts";
import type { Model } from "../../../src/models/model.ts";
import { oneVersusRest } from "../../../src/models/coupled/oneVersusRest.ts";
import { pairwise } from "../../../src/models/coupled/pairwise.ts";
import { shrunkenDiscriminant } from "../../../src/models/discriminant/rda.ts";
import { run } from "../../../src/run/run.ts";
import { serialExecutor } from "../../../src/run/executor.ts";
import { tasks } from "../../../src/fit/tasks.ts";
import { modelBattery } from "../../../src/testing/modelBattery.ts";
import { selectEngine } from "../../../src/engine/selectEngine.ts";
import { expectClose } from "../../evaluate/expectClose.ts";
import { engines } from "../../kernels/engines.ts";
import { fitTo, gaussianRows, probabilitiesOf, problemOf, type Labelled } from "../problems.ts";
import { textbookLinear, textbookQuadratic } from "../textbook.ts";

const couplings = [
  ["one-versus-rest", oneVersusRest],
  ["pairwise", pairwise],
] as const;

/** Normal classes of one covariance, each at a corner of its own. */
function corners(sizes: readonly number[], distance: number): Labelled {
  const { X, classes } = gaussianRows({ sizes, columns: sizes.length, widening: 0, distance: 0 });
  return { classes, X: X.map((row, i) => row.map((value, j) => value + (j === classes[i] ? distance : 0))) };
}

const three = corners([40, 25, 30], 2.5);
const four = corners([30, 20, 25, 15], 2.5);

describe.each(couplings)("%s", (name, couple) => {
  test.each([
    ["three", three],
    ["four", four],
  ])("gives %s classes probabilities that agree with the joint model to a tenth on average", (_, data) => {
    const [coupled, joint] = [couple(textbookLinear()), textbookLinear()].map((model) =>
      probabilitiesOf(fitTo(model, problemOf(data)), data.X),
    );
    for (const row of coupled) {
      expect(row.every((p) => p > 0 && p < 1)).toBe(true);
      expect(row.reduce((sum, p) => sum + p, 0)).toBeCloseTo(1, 12);
    }
    const differences = coupled.flatMap((row, i) => row.map((p, c) => Math.abs(p - joint[i][c])));
    expect(differences.reduce((sum, difference) => sum + difference, 0) / differences.length).toBeLessThan(0.1);
  });

  test("of two classes is the model itself", () => {
    const two = gaussianRows({ sizes: [20, 14], columns: 2 });
    const [coupled, plain] = [couple(textbookLinear()), textbookLinear()].map((model) => fitTo(model, problemOf(two)));
    expectClose(probabilitiesOf(coupled, two.X).flat(), probabilitiesOf(plain, two.X).flat(), 1e-7);
  });

  test("takes the order of the classes as it comes", () => {
    const turned = { ...four, classes: four.classes.map((q) => 3 - q) };
    const [a, b] = [four, turned].map((data) =>
      probabilitiesOf(fitTo(couple(textbookLinear()), problemOf(data)), four.X),
    );
    expectClose(b.map((row) => row.toReversed()).flat(), a.flat(), 1e-9);
  });

  test("sums the warnings up: one of each kind, rows without a score counted once", () => {
    const data = gaussianRows({ sizes: [20, 3, 25], columns: 2 });
    const { leaveOneOut, warnings } = fitTo(couple(textbookQuadratic()), problemOf(data));
    expect(leaveOneOut?.omitted).toEqual([20, 21, 22]);
    expect(warnings.map(({ code }) => code)).toEqual(["no-leave-one-out"]);
    expect(warnings[0].message).toMatch(/^3 rows have/);
  });

  test("has no evidence where its machines have none", () => {
    expect(fitTo(couple(textbookLinear()), problemOf(three)).evidence).toBeUndefined();
  });

  test("runs the same in one go, by the serial executor and by itself", async () => {
    const table = iris();
    const model = couple(textbookLinear());
    const here = fitSync(model, table, { target: "species" });
    const shared = await fit(model, table, { target: "species", executor: serialExecutor(tasks) });
    expect(shared.toDocument()).toEqual(here.toDocument());
    const engine = selectEngine();
    const work = model.fit(problemOf(three), { engine, seed: 1 });
    const numeric = await run(work, { executor: serialExecutor(tasks) });
    expect(numeric.parameters()).toEqual(fitTo(model, problemOf(three)).parameters());
  });

  test("comes back from its documents, as a model and as a posterior", () => {
    const model = couple(shrunkenDiscriminant());
    expect(modelFromDocument(JSON.parse(JSON.stringify(model.toDocument()))).toDocument()).toEqual(model.toDocument());
    const table = iris();
    const posterior = fitSync(model, table, { target: "species", seed: 9, priors: "equal" });
    const loaded = loadPosterior(JSON.stringify(posterior.toDocument()));
    expect(loaded.predict(table)).toEqual(posterior.predict(table));
    expect(loaded.toDocument()).toEqual(posterior.toDocument());
  });

  test("draws differently in every machine, and the same after loading", () => {
    // So few rows that the intervals of the machines are drawn.
    const data = gaussianRows({ sizes: [8, 9, 7], columns: 2, widening: 0 });
    const posterior = fitTo(couple(textbookLinear()), problemOf(data), { seed: 11 });
    const restored = couple(textbookLinear()).restore(
      JSON.parse(JSON.stringify(posterior.parameters())),
      { leaveOneOut: undefined, evidence: undefined, warnings: [] },
      { engine: selectEngine(), seed: 11 },
    );
    expect(restored.predict(fromRows(data.X), 0.9)).toEqual(posterior.predict(fromRows(data.X), 0.9));
  });

  test("refuses documents whose parts do not belong together", () => {
    const parameters = JSON.stringify(fitTo(couple(textbookLinear()), problemOf(three)).parameters());
    type Parts = { machines: unknown[]; sizes: unknown };
    const spoilings: ((parts: Parts) => unknown)[] = [
      (parts) => (parts.sizes = [1]),
      (parts) => (parts.sizes = [40, 25, -1]),
      (parts) => (parts.sizes = new Array<number>(200_000).fill(1)),
      (parts) => parts.machines.pop(),
      (parts) => (parts.machines[1] = {}),
      (parts) => (parts.machines = "three" as never),
    ];
    const figures = { leaveOneOut: undefined, evidence: undefined, warnings: [] };
    const restore = (parts: unknown) =>
      couple(textbookLinear()).restore(parts, figures, { engine: selectEngine(), seed: 1 });
    expect(() => restore(JSON.parse(parameters))).not.toThrow();
    for (const spoil of spoilings) {
      const parts = JSON.parse(parameters) as Parts;
      spoil(parts);
      expect(() => restore(parts)).toThrow(InputError);
    }
  });

  test("refuses machines of three classes when they are loaded", () => {
    const table = iris();
    const document = fitSync(couple(textbookLinear()), table, { target: "species" }).toDocument();
    const three = fitSync(textbookLinear(), table, { target: "species" }).toDocument();
    const { machines, ...rest } = document.parameters as { machines: unknown[] };
    const spoiled = {
      ...document,
      parameters: { ...rest, machines: [{ parameters: three.parameters, warnings: [] }, ...machines.slice(1)] },
    };
    expect(() => loadPosterior(JSON.parse(JSON.stringify(spoiled)))).toThrow(InputError);
  });

  test("costs its machines", () => {
    const model = couple(textbookLinear());
    const single = textbookLinear().cost(name === "pairwise" ? 100 : 200, 5, 2);
    expect(model.cost(200, 5, 4).operations).toBe((name === "pairwise" ? 6 : 4) * single.operations);
  });

  test.each(engines)("gives the same on the engine $name", (engine) => {
    const [a, b] = [selectEngine(), engine].map((on) =>
      probabilitiesOf(fitTo(couple(textbookQuadratic()), problemOf(four), { engine: on }), four.X),
    );
    expectClose(b.flat(), a.flat(), 1e-9);
  });

  test("keeps finite scores for classes that are far apart", () => {
    const apart = corners([12, 10, 11], 100);
    const { leaveOneOut } = fitTo(couple(textbookLinear()), problemOf(apart));
    expect(leaveOneOut?.logProbabilities.data.every(Number.isFinite)).toBe(true);
    toRows(leaveOneOut?.logProbabilities ?? fromRows([])).forEach((row, i) =>
      expect(row[apart.classes[i]]).toBeGreaterThan(-0.01),
    );
  });
});

// What the model inside does not search, the coupling does not either.
const ofTextbook = {
  ...models.lda.exemptions,
  "without-signal":
    "The machines inside are discriminants as in textbooks, without a calibration: 1.13 times the log loss of the class frequencies by one-versus-rest, 1.16 times by pairs.",
};

describe.each([
  [
    "one-versus-rest",
    oneVersusRest,
    {
      ...ofTextbook,
      "far-limit": "Far away two machines may both be certain of their classes, which then share the probability.",
      "announced-memory": "The machines choose their engine by name and do not meet the metered one.",
    },
  ],
  ["pairwise", pairwise, ofTextbook],
] as const)("the battery of models on %s of three classes", (_, couple, exemptions) => {
  const entry = {
    farLimit: "certainty" as const,
    create: (options: Readonly<Record<string, unknown>> = {}): Model =>
      modelFromDocument({ ...couple(textbookLinear()).toDocument(), ...options }),
    exemptions,
  };
  const { checks, exempted } = modelBattery(entry, { classes: 3 });
  for (const check of checks) test(check.title, () => check.run());
  for (const { title, reason } of exempted) {
    test(`exempt from ${title} Reason: ${reason}`, () => expect(reason.length).toBeGreaterThan(10));
  }
});
