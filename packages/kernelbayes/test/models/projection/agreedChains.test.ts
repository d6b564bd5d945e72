import { afterAll, describe, expect, test } from "vitest";
import { thrown } from "../../thrown.ts";
import { iris } from "../../../src/data/index.ts";
import { rHat } from "../../../src/diagnose/rHat.ts";
import { fit, fitSync } from "../../../src/fit/fit.ts";
import { fromRows } from "../../../src/matrix/index.ts";
import { kernelProjections } from "../../../src/models/projection/bkpc.ts";
import { modelFromDocument } from "../../../src/models/index.ts";
import { multinomialKernel } from "../../../src/models/projection/bmkc.ts";
import type { Progress } from "../../../src/run/work.ts";
import { selectRows } from "../../../src/table/table.ts";
import { platform } from "../../workers/platform.ts";
import { fitTo, gaussianRows, problemOf, probabilitiesOf } from "../problems.ts";
import { judgedPoints } from "../../../src/models/projection/agreedChains.ts";

const executors = [1, 2].map((workers) => platform.workerExecutor({ workers, script: platform.builtWorker() }));
afterAll(async () => {
  for (const executor of executors) await executor.close();
});

const rows = gaussianRows({ sizes: [14, 10, 12], columns: 3, distance: 2 });
const problem = problemOf(rows);
const asked = [
  [0, 0, 0],
  [2, 1, 0],
];
const short = { bandwidth: "median", projections: 3, burnIn: 50 } as const;

const largest = (quantities: readonly { readonly rHat: number }[]): number =>
  Math.max(...quantities.map(({ rHat }) => rHat));

test("chains that disagree go on until they agree, and are then the chains of so many sweeps", () => {
  const grown = fitTo(kernelProjections({ ...short, sweeps: 50, mostSweeps: 51_200 }), problem);
  const { sweeps = 0, quantities = [] } = grown.chains ?? {};
  expect(sweeps).toBeGreaterThan(50);
  expect(sweeps).toBeLessThan(51_200);
  expect(largest(quantities)).toBeLessThanOrEqual(1.0075);
  expect(grown.warnings.map(({ code }) => code)).not.toContain("chains-at-limit");
  const asLong = fitTo(kernelProjections({ ...short, sweeps }), problem);
  expect(probabilitiesOf(grown, asked)).toEqual(probabilitiesOf(asLong, asked));
  expect(grown.chains?.quantities).toEqual(asLong.chains?.quantities);
  // Half as long they did not agree.
  const { quantities: before = [] } = fitTo(kernelProjections({ ...short, sweeps: sweeps / 2 }), problem).chains ?? {};
  expect(largest(before)).toBeGreaterThan(1.0075);
});

test("chains that agree stop where they were asked to", () => {
  const { sweeps = 0 } = fitTo(kernelProjections({ ...short, sweeps: 50, mostSweeps: 51_200 }), problem).chains ?? {};
  const once = fitTo(kernelProjections({ ...short, sweeps, mostSweeps: 8 * sweeps }), problem);
  expect(once.chains?.sweeps).toBe(sweeps);
});

test("a given number of sweeps is kept to, and a bound that is reached is told", () => {
  const kept = fitTo(kernelProjections({ ...short, sweeps: 40 }), problem);
  expect(kept.chains?.sweeps).toBe(40);
  expect(kept.warnings.map(({ code }) => code)).not.toContain("chains-at-limit");
  const bounded = fitTo(kernelProjections({ ...short, sweeps: 40, mostSweeps: 100 }), problem);
  expect(bounded.chains?.sweeps).toBe(100);
  const warning = bounded.warnings.find(({ code }) => code === "chains-at-limit");
  expect(warning?.message).toMatch(/from 40 to 100 sweeps.*R-hat.*mostSweeps/);
  expect(bounded.warnings.map(({ code }) => code)).toContain("chains-disagree");
});

test.each([40, 50, 60, 70])("chains of %i sweeps are judged by all classes of all rows, and by ln σ²", (length) => {
  const { chains, draws, warnings } = fitTo(kernelProjections({ ...short, sweeps: length }), problem);
  const [ofNoise, ...ofRows] = chains?.quantities ?? [];
  const each = (draws?.(fromRows(rows.X)) ?? []).flatMap(({ data }) =>
    [0, 1, 2].map((c) =>
      rHat([0, 1, 2, 3].map((chain) => Float64Array.from({ length }, (_, s) => data[(length * chain + s) * 3 + c]))),
    ),
  );
  expect(each).toHaveLength(36 * 3);
  // Probabilities near 1 that differ by rounding have other ranks.
  expect(largest(ofRows)).toBeCloseTo(Math.max(...each), 3);
  const worst = largest([ofNoise, ...ofRows]);
  expect(warnings.find(({ code }) => code === "chains-disagree")?.message).toContain(worst.toFixed(3));
});

test("the bound is a whole number from the number of sweeps", () => {
  for (const mostSweeps of [39, 40.5, Infinity]) {
    expect(thrown(() => kernelProjections({ sweeps: 40, mostSweeps })).code).toBe("invalid-option");
  }
  const { sweeps, mostSweeps } = multinomialKernel().toDocument() as { sweeps?: number; mostSweeps?: number };
  expect([sweeps, mostSweeps]).toEqual([2000, 16_000]);
});

test("a document without a bound has chains that keep to their sweeps, and is written without one", () => {
  const document = multinomialKernel({ sweeps: 300 }).toDocument();
  expect(document).not.toHaveProperty("mostSweeps");
  expect(modelFromDocument(document).toDocument()).toEqual(document);
  const bounded = multinomialKernel({ sweeps: 300, mostSweeps: 600 }).toDocument();
  expect(bounded).toHaveProperty("mostSweeps", 600);
  expect(modelFromDocument(bounded).toDocument()).toEqual(bounded);
});

describe("chains that go on", () => {
  const some = selectRows(
    iris(),
    Int32Array.from({ length: 30 }, (_, i) => 5 * i),
  );
  const model = (): ReturnType<typeof multinomialKernel> =>
    multinomialKernel({ burnIn: 20, sweeps: 20, mostSweeps: 80, draws: 40 });

  test("tell progress that never falls within a stage", () => {
    const seen: Progress[] = [];
    fitSync(model(), some, { target: "species", onProgress: (step) => seen.push(step) });
    const stages = seen.filter(({ stage }) => stage.startsWith("chain"));
    expect(new Set(stages.map(({ stage }) => stage))).toEqual(
      new Set(["chain", "chain, to 40 sweeps", "chain, to 80 sweeps"]),
    );
    for (const stage of new Set(stages.map((step) => step.stage))) {
      expect(stages.filter((step) => step.stage === stage).map(({ step }) => step)).toEqual([1, 2, 3, 4]);
    }
  });

  test("give the result of none on workers, one or two", async () => {
    const here = fitSync(model(), some, { target: "species", seed: 3 });
    expect(here.chains?.sweeps).toBe(80);
    for (const executor of executors) {
      const there = await fit(model(), some, { target: "species", seed: 3, executor });
      expect(there.predict(some).probabilities).toEqual(here.predict(some).probabilities);
      expect(there.chains).toEqual(here.chains);
    }
  });

  test("stop when they are told to", async () => {
    const abort = new AbortController();
    const fitted = fit(model(), some, {
      target: "species",
      signal: abort.signal,
      onProgress: ({ stage }) => {
        if (stage === "chain, to 40 sweeps") abort.abort();
      },
    });
    await expect(fitted).rejects.toThrow(expect.objectContaining({ name: "AbortError" }));
  });
});

test("the unit of a column does not matter to a linear kernel", () => {
  const fitted = (unit: number): number[][] => {
    const X = rows.X.map((row) => row.map((value) => unit * value));
    const model = multinomialKernel({ kernel: "linear", burnIn: 20, sweeps: 30 });
    return probabilitiesOf(
      fitTo(model, problemOf({ X, classes: rows.classes })),
      asked.map((row) => row.map((value) => unit * value)),
    );
  };
  const [plain, scaled] = [fitted(1), fitted(16)];
  plain.forEach((p, i) => p.forEach((value, c) => expect(scaled[i][c]).toBeCloseTo(value, 8)));
});

const rowsOf = ({ data, rows, columns }: ReturnType<typeof fromRows>): number[][] =>
  Array.from({ length: rows }, (_, i) => Array.from(data.subarray(i * columns, (i + 1) * columns)));

test("chains are asked about rows, and half way to the nearest row of each other class in turn", () => {
  const design = fromRows([
    [0, 0],
    [1, 0],
    [4, 0],
    [5, 2],
    [0, 8],
    [1, 9],
  ]);
  const classes = Int32Array.of(0, 0, 1, 1, 2, 2);
  const { sets, points } = judgedPoints(design, { classes, classCount: 3 }, 10);
  expect(Array.from(sets)).toEqual([0, 1, 2, 3, 4, 5]);
  expect(rowsOf(points)).toEqual([
    ...rowsOf(design),
    [2, 0], // of class 0 to class 1
    [0.5, 4], // of class 0 to class 2
    [2, 4], // of class 1 to class 2
    [3, 1], // of class 1 to class 0
    [0, 4], // of class 2 to class 0
    [3, 5.5], // of class 2 to class 1
  ]);
});

test("of many rows some are asked about, evenly spaced, and a class that nobody is of changes nothing", () => {
  const design = fromRows(Array.from({ length: 9 }, (_, i) => [i]));
  const { sets, points } = judgedPoints(design, { classes: new Int32Array(9), classCount: 2 }, 3);
  expect(Array.from(sets)).toEqual([1, 4, 7]);
  expect(rowsOf(points)).toEqual([[1], [4], [7], [1], [4], [7]]);
});
