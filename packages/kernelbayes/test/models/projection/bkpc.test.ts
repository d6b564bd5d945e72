import { describe, expect, test } from "vitest";
import { InputError } from "../../../src/errors.ts";
import { encodeDocument } from "../../../src/posterior/encodeDocument.ts";
import { fitSync } from "../../../src/fit/fit.ts";
import { iris } from "../../../src/data/index.ts";
import { gaussian } from "../../../src/kernels/gaussian.ts";
import { loadPosterior } from "../../../src/fit/loadPosterior.ts";
import { fromRows, toRows } from "../../../src/matrix/index.ts";
import { kernelProjections } from "../../../src/models/projection/bkpc.ts";
import type { Model } from "../../../src/models/model.ts";
import { multinomialKernel } from "../../../src/models/projection/bmkc.ts";
import type { KernelProjectionsOptions, ProjectionOptions } from "../../../src/models/projection/projectionOptions.ts";
import { quantile } from "../../../src/numeric/index.ts";
import { normal, stream } from "../../../src/random/index.ts";
import { thrown } from "../../thrown.ts";
import { selectEngine } from "../../../src/engine/selectEngine.ts";
import { onComponents, packageUnits } from "../../../src/models/projection/chainRequests.ts";
import { kernelComponents } from "../../../src/models/projection/components/kernelComponents.ts";
import { fitTo, gaussianRows, problemOf, probabilitiesOf } from "../problems.ts";

const engine = selectEngine();

const rows = gaussianRows({ sizes: [14, 10, 12], columns: 3, distance: 2 });
const problem = problemOf(rows);
const asked = [
  [0, 0, 0],
  [2, 1, 0],
  [4, -1, 1],
];
/** Little work, where length does not matter. */
const short = { bandwidth: "median", projections: 3, burnIn: 50, sweeps: 150 } as const;

function bkpc(options: KernelProjectionsOptions = {}): Model {
  return kernelProjections({ ...short, ...options });
}

test("probabilities are means over the draws, and intervals their quantiles", () => {
  const posterior = fitTo(bkpc(), problem);
  const X = fromRows(asked);
  const { logProbabilities, lower, upper } = posterior.predict(X, 0.8);
  const draws = posterior.draws?.(X) ?? [];
  expect(draws).toHaveLength(3);
  draws.forEach((ofRow, i) => {
    expect(ofRow.rows).toBe(600);
    for (let c = 0; c < 3; c++) {
      const values = toRows(ofRow).map((row) => row[c]);
      expect(Math.exp(logProbabilities.data[3 * i + c])).toBeCloseTo(values.reduce((a, b) => a + b) / 600, 12);
      const ends = [0.1, 0.9].map((level) => quantile(values, level));
      const p = Math.exp(logProbabilities.data[3 * i + c]);
      expect(lower.data[3 * i + c]).toBeCloseTo(Math.min(p, ends[0]), 12);
      expect(upper.data[3 * i + c]).toBeCloseTo(Math.max(p, ends[1]), 12);
    }
    for (const row of toRows(ofRow)) expect(row.reduce((a, b) => a + b)).toBeCloseTo(1, 12);
  });
});

test("chains of all samplers agree in the probabilities", () => {
  const samplers = ["polya-gamma", "metropolis", "elliptical-slice"] as const;
  const found = samplers.map((sampler) =>
    probabilitiesOf(fitTo(bkpc({ sampler, burnIn: 200, sweeps: 800 }), problem), asked).flat(),
  );
  for (const other of found.slice(1)) other.forEach((p, at) => expect(Math.abs(p - found[0][at])).toBeLessThan(0.06));
});

test("leaving rows out by weights agrees with chains that did not see them", () => {
  const { leaveOneOut } = fitTo(bkpc({ burnIn: 200, sweeps: 1000 }), problem);
  expect(leaveOneOut?.method).toBe("approximate");
  for (const row of [0, 20, 35]) {
    const rest = { X: rows.X.filter((_, i) => i !== row), classes: rows.classes.filter((_, i) => i !== row) };
    const again = fitTo(bkpc({ burnIn: 200, sweeps: 1000 }), problemOf(rest));
    const refitted = Math.log(probabilitiesOf(again, [rows.X[row]])[0][rows.classes[row]]);
    const byWeights = leaveOneOut?.logProbabilities.data[3 * row + rows.classes[row]] ?? NaN;
    // The Monte Carlo error of either is some 0.1.
    expect(Math.abs(byWeights - refitted)).toBeLessThan(0.35);
  }
});

test("rows whose weights cannot be trusted are left out in earnest, and all rows in folds where these are many", () => {
  // Chains of ten draws: no tail of weights can be fitted to so few.
  const { leaveOneOut } = fitTo(bkpc({ chains: 1, sweeps: 10 }), problem);
  expect(leaveOneOut?.method).toBe("folds");
  expect(leaveOneOut?.omitted).toEqual([]);
  const line = { X: [[-3], [-2], [-1], [1], [2], [3.5]], classes: [0, 0, 0, 1, 1, 1] };
  const few = fitTo(bkpc({ chains: 1, sweeps: 10, projections: 1 }), problemOf(line));
  expect(few.leaveOneOut?.method).toBe("approximate");
  few.leaveOneOut?.logProbabilities.data.forEach((log) => expect(log).toBeLessThan(0));
});

test("a row of weight two is two rows to the last digit, and weights that are not whole are refused", () => {
  const weights = rows.classes.map((_, i) => (i % 5 === 0 ? 2 : 1));
  const copies = rows.X.map((_, i) => i).flatMap((i) => (i % 5 === 0 ? [i, i] : [i]));
  const repeated = { X: copies.map((i) => rows.X[i]), classes: copies.map((i) => rows.classes[i]) };
  const [byWeight, byCopies] = [problemOf(rows, { weights }), problemOf(repeated)].map((given) => fitTo(bkpc(), given));
  expect(probabilitiesOf(byWeight, asked)).toEqual(probabilitiesOf(byCopies, asked));
  const halves = problemOf(rows, { weights: weights.map((w) => w / 2) });
  const { code, message } = thrown(() => fitTo(bkpc(), halves));
  expect(code).toBe("weights-not-whole");
  expect(message).toContain("0.5");
  const heavy = problemOf(rows, { weights: rows.classes.map(() => 1e5) });
  expect(thrown(() => fitTo(bkpc(), heavy)).code).toBe("too-many-rows");
});

test("with its own noise a new row is predicted less surely than without", () => {
  const [plugin, full] = (["plugin", "full"] as const).map((predictive) =>
    probabilitiesOf(fitTo(bkpc({ predictive }), problem), asked),
  );
  plugin.forEach((p, i) => expect(Math.max(...full[i])).toBeLessThan(Math.max(...p)));
});

test("without an intercept all classes are equally probable where all components are zero", () => {
  const line = problemOf({ X: [[-1], [-0.5], [0.5], [1]], classes: [0, 0, 0, 1] });
  const posterior = fitTo(kernelProjections({ kernel: "linear", projections: 1, intercept: false, sweeps: 500 }), line);
  expect(probabilitiesOf(posterior, [[0]])[0][0]).toBeCloseTo(0.5, 12);
  const withIntercept = fitTo(kernelProjections({ kernel: "linear", projections: 1, sweeps: 500 }), line);
  expect(probabilitiesOf(withIntercept, [[0]])[0][0]).toBeGreaterThan(0.6);
});

test("components that vary little count as much as they tell in units of the data, and hardly as they are", () => {
  // The classes differ in a column that varies a hundred thousand times less than the other. As it is it needs a coefficient b of some
  // 10⁵, whose density falls like b⁻³: that costs 35 nats, and 40 rows told surely are worth 40 ln 2 = 28.
  const random = stream(6);
  const thin = {
    X: Array.from({ length: 40 }, (_, i) => [normal(random), 1e-5 * ((i % 2) * 3 + 0.5 * normal(random))]),
    classes: Array.from({ length: 40 }, (_, i) => i % 2),
  };
  const [scaled, plain] = (["data", "none"] as const).map((scaling) => {
    const model = kernelProjections({ kernel: "linear", projections: 2, scaling, burnIn: 200, sweeps: 300 });
    const found = probabilitiesOf(fitTo(model, problemOf(thin)), thin.X);
    return found.filter((p, i) => p[thin.classes[i]] > 0.7).length;
  });
  expect(scaled).toBeGreaterThan(35);
  expect(plain).toBeLessThan(10);
});

test("the projection of training rows has as many columns as there are projections", () => {
  const project = fitTo(bkpc({ projections: 2 }), problem).project;
  const scores = project?.(problem.X);
  expect(scores?.columns).toBe(2);
  for (const j of [0, 1]) {
    const sum = rows.classes.reduce((total, _, i) => total + (scores?.data[2 * i + j] ?? NaN), 0);
    expect(sum).toBeCloseTo(0, 9);
  }
});

describe("how kernel and projections are chosen", () => {
  const quick = { burnIn: 20, sweeps: 50 };
  const counts = (options: KernelProjectionsOptions): { lengthScale: number; count: number } => {
    const { components } = fitTo(kernelProjections({ ...quick, ...options }), problem).parameters() as {
      components: { kernel: { lengthScale: number }; eigenvalues: number[] };
    };
    return { lengthScale: components.kernel.lengthScale, count: components.eigenvalues.length };
  };

  test("rules follow the distances of the rows, and a number is θ itself", () => {
    const squared = rows.X.flatMap((a, i) =>
      rows.X.slice(0, i).map((b) => a.reduce((sum, x, j) => sum + (x - b[j]) ** 2, 0)),
    );
    const largest = Math.max(...squared);
    expect(counts({ bandwidth: "maximum", projections: 2 }).lengthScale).toBeCloseTo(Math.sqrt(largest / 20), 9);
    expect(counts({ bandwidth: "wide", projections: 2 }).lengthScale).toBeCloseTo(Math.sqrt(largest / 2), 9);
    expect(counts({ bandwidth: "median", projections: 2 }).lengthScale).toBeCloseTo(
      Math.sqrt(quantile(squared, 0.5)),
      9,
    );
    expect(counts({ bandwidth: 2, projections: 2 }).lengthScale).toBe(0.5);
  });

  test("left-out rows, expected utility and a given number give so many projections", () => {
    const byRows = counts({ bandwidth: "maximum" }).count;
    const byUtility = counts({ bandwidth: "maximum", criterion: "utility", sweeps: 30 }).count;
    for (const count of [byRows, byUtility]) {
      expect(count).toBeGreaterThanOrEqual(1);
      expect(count).toBeLessThanOrEqual(15);
    }
    expect(counts({ projections: 4 }).count).toBe(4);
  });

  test("groups are left out whole: what a row is told by its own group alone does not count", () => {
    // Pairs of rows with a class of their own by chance: a narrow kernel tells a row by its partner.
    const random = stream(4);
    const points = Array.from({ length: 20 }, () => [4 * normal(random), 4 * normal(random)]);
    const pairs = {
      X: points.flatMap((point) => [point, point.map((x) => x + 0.01)]),
      classes: points.flatMap((_, i) => [i % 2, i % 2]),
    };
    const countOf = (groups: readonly number[] | undefined): number => {
      const given = problemOf(pairs, groups ? { groups } : {});
      const fitted = fitTo(kernelProjections({ ...quick, bandwidth: 2 }), given).parameters() as {
        components: { eigenvalues: number[] };
      };
      return fitted.components.eigenvalues.length;
    };
    expect(countOf(pairs.classes.map((_, i) => Math.floor(i / 2)))).toBeLessThan(countOf(undefined));
    // Halves of two groups, each of which has a class of its own, would have nothing to tell apart.
    const apart = problemOf(pairs, { groups: pairs.classes });
    const byUtility = kernelProjections({ ...quick, bandwidth: 2, criterion: "utility" });
    expect(thrown(() => fitTo(byUtility, apart)).code).toBe("too-many-folds");
  });

  test("more projections than components are refused with their number", () => {
    const { message } = thrown(() => fitTo(kernelProjections({ ...quick, kernel: "linear", projections: 5 }), problem));
    expect(message).toContain("have 3 kernel components");
    const any = thrown(() => fitTo(kernelProjections({ ...quick, projections: 40 }), problem));
    expect(any.code).toBe("too-many-components");
  });
});

describe("what chains tell about themselves", () => {
  test("the report has the noise, ten rows and what is slowest, and long chains raise no warning", () => {
    const two = problemOf(gaussianRows({ sizes: [20, 20], columns: 2 }));
    const { chains, warnings } = fitTo(bkpc({ projections: 1, burnIn: 500, sweeps: 5000 }), two);
    expect(chains?.chains).toBe(4);
    expect(chains?.draws).toBe(1000);
    expect(chains?.acceptance).toBe(1);
    expect(chains?.quantities.map(({ name }) => name)).toHaveLength(12);
    expect(chains?.quantities[0].name).toBe("ln σ²");
    for (const { rHat } of chains?.quantities ?? []) expect(rHat).toBeLessThan(1.01);
    expect(warnings).toEqual([]);
  });

  test("as many draws are kept as asked for, of which more predict the same, and chains are judged by more than are kept", () => {
    const [few, many] = [100, 2000].map((draws) => fitTo(bkpc({ burnIn: 100, sweeps: 500, draws }), problem));
    expect([few, many].map(({ chains }) => chains?.draws)).toEqual([100, 2000]);
    expect(few.draws?.(fromRows(asked))[0].rows).toBe(100);
    // The chains are the same, and so is what they say of themselves.
    expect(few.chains?.quantities).toEqual(many.chains?.quantities);
    const kept = few.draws?.(fromRows(asked))[1].data ?? [];
    const all = many.draws?.(fromRows(asked))[1].data ?? [];
    for (let s = 0; s < 100; s++) expect(kept[3 * s]).toBe(all[3 * (20 * s + 19)]);
  });

  test("two short chains and the prior of the paper are warned of", () => {
    const codes = fitTo(bkpc({ prior: "paper", chains: 2, burnIn: 5, sweeps: 40 }), problem).warnings.map(
      ({ code }) => code,
    );
    expect(codes).toContain("improper-prior");
    expect(codes).toContain("few-chains");
    expect(codes).toContain("few-effective-draws");
  });
});

describe("the prior of the paper", () => {
  const apart = problemOf(gaussianRows({ sizes: [12, 12, 12], columns: 4, distance: 5 }));
  const asThere = { prior: "paper", intercept: false, scaling: "none", bandwidth: "wide", projections: 4 } as const;

  test.each(["metropolis", "elliptical-slice", "polya-gamma"] as const)(
    "has chains that last, by %s, with its warning",
    (sampler) => {
      const { projections: _, scaling: __, ...shared } = asThere;
      for (const model of [
        kernelProjections({ ...asThere, sampler, chains: 2, burnIn: 200, sweeps: 1500, draws: 60 }),
        multinomialKernel({ ...shared, sampler, chains: 1, burnIn: 100, sweeps: 1000, draws: 60 }),
      ]) {
        const posterior = fitTo(model, apart);
        expect(posterior.warnings.map(({ code }) => code)).toContain("improper-prior");
        for (const p of probabilitiesOf(posterior, [[0, 0, 0, 0]])[0]) expect(p >= 0 && p <= 1).toBe(true);
      }
    },
  );

  test("has no joint moves by default, and other priors have them", () => {
    const drawsOf = (options: KernelProjectionsOptions): readonly unknown[] =>
      fitTo(bkpc({ chains: 1, burnIn: 20, sweeps: 60, ...options }), problem).draws!(fromRows(asked));
    for (const [prior, usual] of [
      ["paper", false],
      ["stable", true],
    ] as const) {
      expect(drawsOf({ prior })).toEqual(drawsOf({ prior, jointMoves: usual }));
      expect(drawsOf({ prior })).not.toEqual(drawsOf({ prior, jointMoves: !usual }));
    }
    expect(kernelProjections({ prior: "paper" }).toDocument()).not.toHaveProperty("jointMoves");
    expect(kernelProjections({ jointMoves: false }).toDocument()).toHaveProperty("jointMoves", false);
  });
});

describe("components in the units of the authors' package", () => {
  test("are Kc U over the roots of the eigenvalues of Kc/n: √n times those of the paper", () => {
    const kernel = gaussian({ lengthScale: 1.3 });
    const X = fromRows(rows.X);
    const n = X.rows;
    const counted = { X, classes: Int32Array.from(rows.classes), classCount: 3, weights: new Float64Array(n).fill(1) };
    const {
      problem: seen,
      design,
      factors,
    } = onComponents(engine, counted, kernel, 4, {
      intercept: true,
      units: packageUnits,
    });
    const { eigenvalues, scores } = kernelComponents(engine, kernel, X, { count: 4 });
    for (let i = 0; i < n; i++) {
      expect(seen.D.data[5 * i]).toBe(1);
      for (let l = 0; l < 4; l++) {
        // A score of the paper is √e u, that of the package e u over the root of e/n.
        const u = scores.data[4 * i + l] / Math.sqrt(eigenvalues[l]);
        expect(seen.D.data[5 * i + l + 1]).toBeCloseTo((eigenvalues[l] * u) / Math.sqrt(eigenvalues[l] / n), 10);
        expect(design.data[5 * i + l + 1]).toBeCloseTo(scores.data[4 * i + l], 10);
      }
    }
    expect(Array.from(factors!)).toEqual([1, ...new Array<number>(4).fill(Math.sqrt(n))]);
    seen.squaredNorms!.forEach((norm, l) => {
      let squares = 0;
      for (let i = 0; i < n; i++) squares += seen.D.data[5 * i + l] ** 2;
      expect(norm).toBeCloseTo(squares, 8);
    });
  });

  test("are those as they are with precisions n times smaller", () => {
    const noise = { kind: "inverse-gamma", shape: 3, rate: 3 } as const;
    const options = { intercept: false, burnIn: 300, sweeps: 2500, chains: 2, jointMoves: false } as const;
    const priorOf = (rate: number) =>
      ({ noise, precision: { kind: "gamma", shape: 1, rate }, coefficients: "scaled" }) as const;
    const found = [
      bkpc({ ...options, scaling: "package", prior: priorOf(1) }),
      bkpc({ ...options, scaling: "none", prior: priorOf(rows.classes.length) }),
      bkpc({ ...options, scaling: "none", prior: priorOf(1) }),
    ].map((model) => probabilitiesOf(fitTo(model, problem), asked).flat());
    // Chains of 5000 draws, a tenth of them independent, have a standard error of a probability below 0.02.
    found[0].forEach((p, at) => expect(Math.abs(p - found[1][at])).toBeLessThan(0.06));
    expect(Math.max(...found[0].map((p, at) => Math.abs(p - found[2][at])))).toBeGreaterThan(0.06);
  });

  test("are those that the halves of expected utility are judged by", () => {
    const model = (scaling: "package" | "none") =>
      fitTo(
        kernelProjections({
          scaling,
          projections: "auto",
          criterion: "utility",
          bandwidth: "wide",
          burnIn: 20,
          sweeps: 60,
        }),
        problem,
      );
    expect(probabilitiesOf(model("package"), asked)).not.toEqual(probabilitiesOf(model("none"), asked));
  });
});

test("all priors and a known noise give valid probabilities", () => {
  const priors = [
    {
      noise: { kind: "half-cauchy", scale: 2.5 },
      precision: { kind: "gamma", shape: 1, rate: 1 },
      coefficients: "scaled",
    },
    {
      noise: { kind: "uniform", upper: 10 },
      precision: { kind: "half-cauchy", scale: 1 },
      coefficients: "independent",
    },
    {
      noise: { kind: "truncated-inverse-gamma", shape: 0.001, rate: 0.001, upper: 5 },
      precision: { kind: "gamma", shape: 1, rate: 1 },
      coefficients: "scaled",
    },
    { noise: { kind: "fixed", variance: 1 }, precision: { kind: "uniform", upper: 10 }, coefficients: "scaled" },
  ] as const;
  for (const prior of priors) {
    const posterior = fitTo(bkpc({ prior, predictive: "full", chains: 2, burnIn: 100, sweeps: 40 }), problem);
    const p = probabilitiesOf(posterior, asked);
    expect(p[0][0]).toBeGreaterThan(0.4);
    expect(p[2][2]).toBeGreaterThan(0.4);
    expect(posterior.warnings.some(({ code }) => code === "improper-prior")).toBe(false);
  }
});

test("wrong options are refused by name", () => {
  const wrong: [Record<string, unknown>, string][] = [
    [{ projections: 0 }, "projections"],
    [{ projections: "all" }, "projections"],
    [{ kernel: "cubic" }, "kernel"],
    [{ bandwidth: -1 }, "bandwidth"],
    [{ kernel: "linear", bandwidth: "median" }, "bandwidth"],
    [{ intercept: 1 }, "intercept"],
    [{ prior: "flat" }, "prior"],
    [{ prior: { noise: { kind: "uniform", upper: Infinity } } }, "prior"],
    [
      {
        prior: {
          noise: { kind: "gamma", shape: 1, rate: 1 },
          precision: { kind: "gamma", shape: 1, rate: 1 },
          coefficients: "scaled",
        },
      },
      "prior",
    ],
    [{ sampler: "hamiltonian" }, "sampler"],
    [{ chains: 0 }, "chains"],
    [{ burnIn: -1 }, "burnIn"],
    [{ sweeps: 9.5 }, "sweeps"],
    [{ draws: 0 }, "draws"],
    [{ scaling: "each" }, "scaling"],
    [{ predictive: "mean" }, "predictive"],
  ];
  for (const [options, name] of wrong) {
    const error = thrown(() => kernelProjections(options));
    expect(error.code).toBe("invalid-option");
    expect(error.message).toContain(`The option ${name} of bkpc`);
  }
  expect(() => multinomialKernel({ projections: 3 } as ProjectionOptions)).toThrow(InputError);
  expect(thrown(() => multinomialKernel({ kernel: gaussian(), bandwidth: 2 })).message).toContain("of bmkc");
});

test("draws go into tensors of the safetensors layout and come back bit for bit", () => {
  const posterior = fitSync(bkpc(), iris(), { target: "species" });
  const bytes = encodeDocument(posterior.toDocument());
  const header = new TextDecoder().decode(bytes);
  expect(header).toContain("parameters.coefficients");
  expect(header).toContain("parameters.logNoise");
  const again = loadPosterior(bytes);
  expect(again.predict(iris()).probabilities).toEqual(posterior.predict(iris()).probabilities);
  expect(again.chains).toEqual(posterior.chains);
  expect(again.draws?.(iris())[7]).toEqual(posterior.draws?.(iris())[7]);
});

describe("bmkc", () => {
  test("tells the classes apart by the kernel with all rows, and has no projection", () => {
    const apart = gaussianRows({ sizes: [10, 10, 10], columns: 2, distance: 5 });
    const posterior = fitTo(multinomialKernel({ bandwidth: "median", burnIn: 50, sweeps: 100 }), problemOf(apart));
    const found = probabilitiesOf(posterior, apart.X);
    const right = apart.classes.filter((c, i) => found[i].indexOf(Math.max(...found[i])) === c).length;
    expect(right).toBeGreaterThan(27);
    expect(posterior.project).toBeUndefined();
  });

  test("takes a kernel as it is given", () => {
    const kernel = gaussian({ lengthScale: 1.7 });
    const posterior = fitTo(multinomialKernel({ kernel, burnIn: 10, sweeps: 20 }), problem);
    expect(posterior.parameters().kernel).toEqual(kernel.toDocument());
  });
});
