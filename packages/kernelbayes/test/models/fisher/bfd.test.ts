import { describe, expect, test } from "vitest";
import { iris, twonorm, twoSpirals } from "../../../src/data/index.ts";
import type { Engine } from "../../../src/engine/engine.ts";
import type { Matrix } from "../../../src/engine/matrix.ts";
import { selectEngine } from "../../../src/engine/selectEngine.ts";
import { InputError } from "../../../src/errors.ts";
import { fitSync } from "../../../src/fit/fit.ts";
import { loadPosterior } from "../../../src/fit/loadPosterior.ts";
import { composite, gaussian, linear, nugget, scale, sum } from "../../../src/kernels/index.ts";
import { fromRows, toRows } from "../../../src/matrix/index.ts";
import { bayesianFisher } from "../../../src/models/fisher/bfd.ts";
import type { BayesianFisherOptions } from "../../../src/models/fisher/fisherOptions.ts";
import { modelFromDocument } from "../../../src/models/index.ts";
import { oneVersusRest } from "../../../src/models/coupled/oneVersusRest.ts";
import { pairwise } from "../../../src/models/coupled/pairwise.ts";
import type { NumericPosterior } from "../../../src/posterior/numericPosterior.ts";
import { normal, stream } from "../../../src/random/index.ts";
import type { Progress } from "../../../src/run/work.ts";
import { runSync } from "../../../src/run/run.ts";
import { columnNamed, selectRows, type Table } from "../../../src/table/table.ts";
import { tasks } from "../../../src/fit/tasks.ts";
import { fitTo, gaussianRows, probabilitiesOf, problemOf, type Labelled } from "../problems.ts";

const given = gaussianRows({ sizes: [22, 18], columns: 2, distance: 2 });
const fresh = gaussianRows({ sizes: [5, 5], columns: 2, distance: 2, seed: 9 }).X;
const fitted = (options: BayesianFisherOptions = {}, rows: Labelled = given): NumericPosterior =>
  fitTo(bayesianFisher(options), problemOf(rows));

const fixedKernel = sum(
  scale(gaussian({ lengthScale: 1.5, fixed: ["lengthScale"] }), { variance: 2, fixed: ["variance"] }),
  nugget({ variance: 0.1, fixed: ["variance"] }),
);

interface Optimum {
  readonly starts: number[];
  readonly objective: number;
  readonly kernel: number[];
  readonly precision: number;
}

interface Details {
  readonly kernel: Record<string, unknown>;
  readonly precision: number;
  readonly optima: Optimum[];
  readonly impliedOverlap?: { value: number; lower: number; upper: number; level: number };
  readonly trace?: number[];
  readonly rows?: unknown;
  readonly sparse?: { basis: { rows: number }; scatter: { rows: number } };
}

const detailsOf = (posterior: NumericPosterior): Details => posterior.parameters() as unknown as Details;

function expectSameProbabilities(a: NumericPosterior, b: NumericPosterior, tolerance: number): void {
  const other = probabilitiesOf(b, fresh);
  probabilitiesOf(a, fresh).forEach((row, i) => expect(Math.abs(row[0] - other[i][0])).toBeLessThan(tolerance));
}

describe("options", () => {
  test.each<[string, unknown]>([
    ["starts", []],
    ["starts", [1, -1]],
    ["starts", "wide"],
    ["hyperparameters", "vb"],
    ["precision", 0],
    ["precision", Infinity],
    ["precision", "high"],
    ["precisionPrior", { shape: 1 }],
    ["precisionPrior", { shape: 0, rate: 1 }],
    ["precisionPrior", null],
    ["tolerance", 0],
    ["distance", -1],
    ["degrees", 2],
    ["rank", 0],
    ["rank", 1.5],
    ["rank", "some"],
  ])("%s of %j is refused by name", (name, value) => {
    const make = (): unknown => bayesianFisher({ [name]: value });
    expect(make).toThrow(InputError);
    expect(make).toThrow(`The option ${name} of bfd`);
  });

  test.each<BayesianFisherOptions>([{ hyperparameters: "em" }, { calibration: "none" }, { rank: 10 }])(
    "%j has no meaning at an end of the precision and is refused there",
    (option) => {
      expect(() => bayesianFisher({ ...option, precision: "parzen" })).toThrow('precision "parzen" of bfd excludes');
      expect(() => bayesianFisher({ ...option, precision: "fisher" })).toThrow(InputError);
    },
  );

  test("expectation maximization on a part of the rows is refused", () => {
    expect(() => bayesianFisher({ hyperparameters: "em", rank: 10 })).toThrow("exclude each other");
  });

  test("survive the way through a document, kernel and all", () => {
    const model = bayesianFisher({
      kernel: composite({ linear: 0 }),
      starts: [1],
      hyperparameters: "evidence",
      precision: 3,
      precisionPrior: { shape: 2, rate: 1 },
      degrees: "rank",
      rank: 12,
    });
    const document: unknown = JSON.parse(JSON.stringify(model.toDocument()));
    expect(modelFromDocument(document).toDocument()).toEqual(document);
  });
});

describe("the search", () => {
  test("reports an optimum once, with all the starts that led there, and none is better than the one taken", () => {
    const { optima, precision } = detailsOf(fitted());
    expect(optima.flatMap(({ starts }) => starts).toSorted((a, b) => a - b)).toEqual([0, 1, 2, 3, 4]);
    expect(optima[0].precision).toBe(precision);
    for (const { objective } of optima) expect(objective).toBeLessThanOrEqual(optima[0].objective);
  });

  test("never falls, and comes to rest where the gradient vanishes", () => {
    const seen: Progress[] = [];
    const work = bayesianFisher().fit(problemOf(given), { engine: selectEngine(), seed: 1 });
    const { search } = runSync(work, { tasks, onProgress: (step) => seen.push(step) });
    const criteria = seen.flatMap(({ objective }) => objective ?? []);
    expect(criteria.length).toBeGreaterThan(10);
    criteria.forEach((value, i) => expect(value).toBeGreaterThanOrEqual((criteria[i - 1] ?? -Infinity) - 1e-8));
    // In nats for a factor e of a parameter; below this its terms cancel to rounding.
    expect(search?.gradientNorm).toBeLessThan(1e-4);
  });

  test("from few rows to all ends at the optimum of a search on all rows from the same place", () => {
    const many = gaussianRows({ sizes: [90, 70], columns: 2, distance: 2 });
    const coarse = fitted({}, many);
    const { kernel, precision, optima } = detailsOf(coarse);
    const again = fitted({ kernel: kernel as { kind: string }, starts: [0.3] }, many);
    expect(detailsOf(again).optima[0].objective).toBeCloseTo(optima[0].objective, 8);
    expect(detailsOf(again).precision).toBeCloseTo(precision, 4);
  });

  test("loses no fine pattern on the way from few rows to all", () => {
    const table = twoSpirals({ rows: 300, seed: 1 });
    const target = table.columns[table.columns.length - 1].name;
    const posterior = fitSync(bayesianFisher(), table, { target });
    const { labels } = posterior.predict(table);
    const truth = columnNamed(table, target);
    const wrong = labels.filter((label, i) => truth.type === "text" && label !== truth.levels[truth.codes[i]]).length;
    expect(truth.type).toBe("text");
    expect(wrong).toBeLessThan(15);
  });

  test("keeps a precision that is given, and then says nothing of an overlap", () => {
    const details = detailsOf(fitted({ precision: 4 }));
    expect(details.precision).toBe(4);
    expect(details.impliedOverlap).toBeUndefined();
  });

  test("follows the prior of the precision, and counts the degrees that are asked for", () => {
    const plain = detailsOf(fitted()).precision;
    expect(detailsOf(fitted({ precisionPrior: { shape: 0.5, rate: 50 } })).precision).toBeLessThan(0.5 * plain);
    expect(detailsOf(fitted({ degrees: "rank" })).precision).toBeLessThan(plain);
  });

  test("takes a kernel whose parameters are all fixed as it is", () => {
    const [{ kernel }] = detailsOf(fitted({ kernel: fixedKernel })).optima;
    [2, 1.5, 0.1].forEach((value, j) => expect(kernel[j]).toBeCloseTo(value, 12));
  });
});

test("starts are searched on a sample that has 20 rows of a rare class, where its share of 120 would be 3", () => {
  const unbalanced = gaussianRows({ sizes: [1960, 40], columns: 2, distance: 60 });
  const samples: Matrix[] = [];
  const engine = new Proxy(selectEngine(), {
    get(target, name: keyof Engine) {
      if (name !== "gaussianMatrix") return target[name];
      return (...args: Parameters<Engine["gaussianMatrix"]>) => {
        samples.push(args[0]);
        return target.gaussianMatrix(...args);
      };
    },
  });
  const work = bayesianFisher().fit(problemOf(unbalanced), { engine, seed: 1 });
  let step = work.next();
  while (!step.done && step.value.kind === "pause") step = work.next();
  expect(step.value).toMatchObject({ kind: "progress", stage: "starts" });
  work.return(undefined as never);
  expect(samples.length).toBeGreaterThan(0);
  const last = toRows(samples[samples.length - 1]);
  expect(last.filter(([first]) => first > 30)).toHaveLength(20);
  expect(last.filter(([first]) => first <= 30)).toHaveLength(118);
});

test("expectation maximization ascends and meets the optimum of the direct search", () => {
  const small = gaussianRows({ sizes: [12, 10], columns: 2, distance: 2 });
  const direct = fitted({}, small);
  const em = fitted({ hyperparameters: "em", starts: [1] }, small);
  const trace = detailsOf(em).trace ?? [];
  expect(trace.length).toBeGreaterThan(10);
  trace.forEach((value, i) => expect(value).toBeGreaterThanOrEqual((trace[i - 1] ?? -Infinity) - 1e-9));
  expect(detailsOf(em).optima[0].objective).toBeCloseTo(detailsOf(direct).optima[0].objective, 4);
  expectSameProbabilities(em, direct, 1e-3);
});

test("expectation maximization that is stopped before it converges warns, and one that ends does not", () => {
  const small = gaussianRows({ sizes: [8, 6], columns: 2, distance: 2 });
  const codes = (options: BayesianFisherOptions): string[] =>
    fitted({ hyperparameters: "em", starts: [1], ...options }, small).warnings.map(({ code }) => code);
  expect(codes({ tolerance: 1e-15 })).toContain("not-converged");
  expect(codes({ kernel: fixedKernel })).not.toContain("not-converged");
  expect(codes({ hyperparameters: "em-as-printed", tolerance: 0.1 })).toContain("drifting-kernel");
});

test("the distance of the class means is the unit of the projections and changes no prediction", () => {
  const kernelOf = (unit: number) =>
    sum(
      scale(gaussian({ lengthScale: 1.5, fixed: ["lengthScale"] }), { variance: 2 * unit, fixed: ["variance"] }),
      nugget({ variance: 0.1 * unit, fixed: ["variance"] }),
    );
  for (const rank of ["all", 30] as const) {
    const [usual, double] = [1, 4].map((unit) =>
      fitted({
        kernel: kernelOf(unit),
        distance: 2 * Math.sqrt(unit),
        precisionPrior: { shape: 0.5, rate: 5 * unit },
        rank,
      }),
    );
    // log β has its prior density in β, whose unit changes it by a constant.
    expect(detailsOf(double).precision).toBeCloseTo(detailsOf(usual).precision / 4, 6);
    expectSameProbabilities(usual, double, 1e-6);
  }
});

test("the composite kernel gives a column that tells nothing a weight near zero", () => {
  const random = stream(8);
  const X = Array.from({ length: 60 }, (_, i) => [0.4 * normal(random) + (i % 2 === 0 ? 2 : 0), normal(random)]);
  const rows = { X, classes: X.map((_, i) => i % 2) };
  const { kernel } = detailsOf(fitted({ kernel: composite() }, rows));
  const [useful, useless] = kernel.relevance as number[];
  expect(useless).toBeLessThan(Math.exp(-5) * useful);
});

describe("a sparse discriminant", () => {
  test("of all rows is the dense one: evidence, leave-one-out and probabilities", () => {
    const dense = fitted({ kernel: fixedKernel, rank: "all" });
    const sparse = fitted({ kernel: fixedKernel, rank: 40 });
    expect(detailsOf(sparse).sparse?.basis.rows).toBeGreaterThan(10);
    expect(sparse.evidence).toBeCloseTo(dense.evidence ?? NaN, 3);
    const scores = [dense, sparse].map(({ leaveOneOut }) => leaveOneOut?.logProbabilities.data ?? []);
    scores[0].forEach((value, i) => expect(Math.abs(value - scores[1][i])).toBeLessThan(1e-3));
    expectSameProbabilities(sparse, dense, 1e-3);
  });

  test("keeps pivots and moments instead of rows, and never makes a matrix of all rows", () => {
    const many = gaussianRows({ sizes: [220, 180], columns: 2, distance: 2 });
    let largest = 0;
    const engine = selectEngine();
    const watched = new Proxy(engine, {
      get(inner, name) {
        const member: unknown = Reflect.get(inner, name);
        if (typeof member !== "function") return member;
        return (...args: unknown[]): unknown => {
          const result: unknown = Reflect.apply(member, inner, args);
          const size = result as { data?: Float64Array } | undefined;
          if (name !== "squaredDistances") largest = Math.max(largest, size?.data?.length ?? 0);
          return result;
        };
      },
    });
    const posterior = fitTo(bayesianFisher({ rank: 20 }), problemOf(many), { engine: watched });
    const { sparse, rows } = detailsOf(posterior);
    expect(rows).toBeUndefined();
    expect(sparse?.basis.rows).toBeLessThanOrEqual(20);
    expect(largest).toBeLessThan(400 * 400 - 1);
    const hits = probabilitiesOf(posterior, many.X).filter((row, i) => row[many.classes[i]] > 0.5).length;
    expect(hits).toBeGreaterThan(300);
  });
});

describe("documents", () => {
  test.each<[string, BayesianFisherOptions]>([
    ["dense", {}],
    ["sparse", { rank: 10 }],
    ["of a given precision", { precision: 3 }],
    ["of expectation maximization", { hyperparameters: "em", kernel: fixedKernel }],
    ["of another distance", { distance: 3, kernel: fixedKernel }],
    ["with the composite kernel", { kernel: composite(), starts: [1] }],
  ])("a fit that is %s predicts the same after saving", (_name, options) => {
    const engine = selectEngine();
    const model = bayesianFisher(options);
    const posterior = fitTo(model, problemOf(given));
    const parameters: unknown = JSON.parse(JSON.stringify(posterior.parameters()));
    const figures = { leaveOneOut: undefined, evidence: undefined, warnings: [] };
    const restored = model.restore(parameters, figures, { engine, seed: 1 });
    expect(restored.predict(fromRows(fresh), 0.9)).toEqual(posterior.predict(fromRows(fresh), 0.9));
    expect(JSON.parse(JSON.stringify(restored.parameters()))).toEqual(parameters);
  });

  test("a sparse document whose parts do not fit together is refused by its path", () => {
    const engine = selectEngine();
    const model = bayesianFisher({ rank: 8 });
    const parameters = fitTo(model, problemOf(given)).parameters();
    const figures = { leaveOneOut: undefined, evidence: undefined, warnings: [] };
    const sparse = parameters.sparse as Record<string, unknown>;
    for (const [name, value] of Object.entries({
      sizes: [1],
      difference: [1],
      scatter: { rows: 1, columns: 1, data: [1] },
    })) {
      const broken = { ...parameters, sparse: { ...sparse, [name]: value } };
      expect(() => model.restore(broken, figures, { engine, seed: 1 })).toThrow(`parameters.sparse.${name}`);
    }
    const { rows, ...rowless } = fitTo(bayesianFisher(), problemOf(given)).parameters();
    expect(rows).toBeDefined();
    expect(() => model.restore(rowless, figures, { engine, seed: 1 })).toThrow("parameters.rows");
  });
});

test.each([
  ["one versus rest", oneVersusRest],
  ["pairwise", pairwise],
])("three classes are coupled %s", (_name, coupling) => {
  const rows = gaussianRows({ sizes: [14, 14, 14], columns: 2, distance: 3 });
  const posterior = fitTo(coupling(bayesianFisher({ starts: [1] })), problemOf(rows));
  const probabilities = probabilitiesOf(posterior, rows.X);
  for (const row of probabilities) expect(row[0] + row[1] + row[2]).toBeCloseTo(1, 12);
  const hits = probabilities.filter((row, i) => Math.max(...row) === row[rows.classes[i]]).length;
  expect(hits).toBeGreaterThan(35);
});

test("the overlap that β implies is E_eq = Φ(−√β), inside its interval", () => {
  const { precision, impliedOverlap } = detailsOf(fitted());
  const { value, lower, upper, level } = impliedOverlap ?? { value: NaN, lower: NaN, upper: NaN, level: NaN };
  // Φ(−z) by its continued fraction in the far tail would do; here by numbers: erfc at √(β/2).
  const steps = 200_000;
  const root = Math.sqrt(precision);
  let tail = 0;
  for (let i = 0; i < steps; i++) tail += Math.exp(-0.5 * (root + ((i + 0.5) * 12) / steps) ** 2) * (12 / steps);
  expect(value).toBeCloseTo(tail / Math.sqrt(2 * Math.PI), 8);
  expect(lower).toBeLessThan(value);
  expect(upper).toBeGreaterThan(value);
  expect(level).toBe(0.95);
});

test("intervals of 90 % hold the true probability of most new rows", () => {
  const random = stream(6);
  let held = 0;
  let count = 0;
  for (let table = 0; table < 6; table++) {
    const X = Array.from({ length: 60 }, (_, i) => [normal(random) + (i % 2 === 0 ? 1 : -1)]);
    const posterior = fitTo(bayesianFisher({ starts: [0.1] }), problemOf({ X, classes: X.map((_, i) => 1 - (i % 2)) }));
    const rows = Array.from({ length: 40 }, () => [normal(random) + (random.uniform() < 0.5 ? 1 : -1)]);
    const { lower, upper } = posterior.predict(fromRows(rows), 0.9);
    rows.forEach(([x], i) => {
      const truth = 1 / (1 + Math.exp(-2 * x));
      count++;
      if (lower.data[2 * i + 1] <= truth && truth <= upper.data[2 * i + 1]) held++;
    });
  }
  expect(held / count).toBeGreaterThan(0.6);
});

test("a linear kernel on centred rows of balanced classes, whose midpoint has no variance but rounding, loads again", () => {
  for (const { rows, seed } of [
    { rows: 20, seed: 9 },
    { rows: 40, seed: 10 },
  ]) {
    const table = twonorm({ rows, seed });
    const posterior = fitSync(bayesianFisher({ kernel: linear() }), table, { target: "class", seed: 1 });
    const loaded = loadPosterior(posterior.toDocument());
    expect(loaded.predict(table).probabilities).toEqual(posterior.predict(table).probabilities);
  }
});

test("rows that are all equal are refused", () => {
  expect(() =>
    fitted(
      {},
      {
        X: [
          [1, 2],
          [1, 2],
        ],
        classes: [0, 1],
      },
    ),
  ).toThrow("All rows are equal");
});

test("rows of classes that are far apart are sure within narrow intervals, whichever half of iris was learned from", () => {
  const every = Array.from({ length: 150 }, (_, row) => row);
  const part = (parity: number): Table =>
    selectRows(iris(), Int32Array.from(every.filter((row) => row % 2 === parity)));
  for (const half of [0, 1]) {
    const { probabilities, lower, upper } = fitSync(bayesianFisher(), part(half), { target: "species" }).predict(
      part(1 - half),
      { level: 0.9 },
    );
    const widths = Array.from(probabilities.data.keys())
      .filter((at) => probabilities.data[at] > 0.95)
      .map((at) => upper.data[at] - lower.data[at])
      .toSorted((a, b) => a - b);
    expect(widths.length).toBeGreaterThan(50);
    expect(widths[widths.length >> 1]).toBeLessThan(0.1);
    expect(widths[0]).toBeGreaterThan(0);
  }
});
