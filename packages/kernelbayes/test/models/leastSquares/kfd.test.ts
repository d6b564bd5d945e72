import { describe, expect, test } from "vitest";
import { iris, twoClouds, twoSpirals } from "../../../src/data/index.ts";
import { matrix } from "../../../src/engine/matrix.ts";
import { selectEngine } from "../../../src/engine/selectEngine.ts";
import { fitSync } from "../../../src/fit/fit.ts";
import { gaussian, linear } from "../../../src/kernels/index.ts";
import { loadPosterior } from "../../../src/fit/loadPosterior.ts";
import { column, dot, toRows } from "../../../src/matrix/index.ts";
import { kernelFisher, type KernelFisherOptions } from "../../../src/models/leastSquares/kfd.ts";
import { sigmoid } from "../../../src/numeric/sigmoid.ts";
import type { Posterior } from "../../../src/posterior/posterior.ts";
import { normal, stream } from "../../../src/random/index.ts";
import { columnNamed, selectRows, tableFromColumns, type Table } from "../../../src/table/table.ts";
import { times } from "../naive.ts";
import { thrown } from "../../thrown.ts";

function labelsOf(table: Table, target: string): string[] {
  const texts = columnNamed(table, target);
  if (texts.type !== "text") throw new Error("Labels are texts.");
  return Array.from(texts.codes, (code) => texts.levels[code]);
}

interface Parameters {
  readonly rows: { readonly rows: number; readonly columns: number; readonly data: number[] };
  readonly coefficients: { readonly columns: number; readonly data: number[] };
  readonly strength: number;
}

function parametersOf(posterior: Posterior): Parameters {
  return posterior.toDocument().parameters as Parameters;
}

test("options that are none, or do not go together, are refused", () => {
  const refused = (options: object): string => thrown(() => kernelFisher(options)).code;
  expect(refused({ mu: 1 })).toBe("unknown-option");
  expect(refused({ form: "eigen" })).toBe("invalid-option");
  expect(refused({ penalty: null })).toBe("invalid-option");
  for (const regularization of [0, -1, NaN, Infinity, "evidence", null]) {
    expect(refused({ regularization })).toBe("invalid-option");
  }
  for (const threshold of [0, 1, NaN, "none"]) expect(refused({ form: "threshold", threshold })).toBe("invalid-option");
  expect(thrown(() => kernelFisher({ threshold: 0.1 })).message).toContain('belongs to the form "threshold"');
  expect(thrown(() => kernelFisher({ form: "threshold", regularization: 1 })).message).toContain('"regularized"');
});

test("a kernel that leaves no eigenvalue below any threshold is refused, since left-out rows have no fit", () => {
  const model = kernelFisher({ form: "threshold", kernel: gaussian({ lengthScale: 1e-3 }) });
  const fitted = (): unknown => fitSync(model, twoSpirals({ rows: 60 }), { target: "class", standardize: "none" });
  expect(fitted).toThrow(expect.objectContaining({ code: "no-held-out-fit" }));
  expect(fitted).toThrow(/Take a wider kernel/);
});

describe.each<KernelFisherOptions>([
  {},
  { penalty: "identity" },
  { form: "threshold" },
  { form: "threshold", threshold: 1e-2 },
  { regularization: 0.3 },
  { kernel: linear() },
  { kernel: gaussian({ lengthScale: 2 }), penalty: "identity", regularization: 0.1 },
])("with %j", (options) => {
  test("three classes are told apart in two coordinates, and a saved posterior predicts and projects the same", () => {
    const posterior = fitSync(kernelFisher(options), iris(), { target: "species", seed: 1 });
    const prediction = posterior.predict(iris());
    const truth = labelsOf(iris(), "species");
    expect(prediction.labels.filter((label, i) => label !== truth[i]).length).toBeLessThan(9);
    const again = loadPosterior(JSON.stringify(posterior.toDocument()));
    expect(again.predict(iris()).probabilities).toEqual(prediction.probabilities);
    expect(again.predict(iris()).upper).toEqual(prediction.upper);
    const coordinates = posterior.project?.(iris());
    expect([coordinates?.rows, coordinates?.columns]).toEqual([150, 2]);
    expect(again.project?.(iris())).toEqual(coordinates);
  });
});

test.each(["kernel", "identity"] as const)("with R = %s the projections satisfy αᵀ(KLK + μR)α = I", (penalty) => {
  const kernel = gaussian({ lengthScale: 1.3 });
  const mu = 0.4;
  const posterior = fitSync(kernelFisher({ kernel, penalty, regularization: mu }), distinctIris(), {
    target: "species",
    standardize: "none",
  });
  const { rows, coefficients } = parametersOf(posterior);
  const X = matrix(rows.rows, rows.columns, Float64Array.from(rows.data));
  const K = kernel.matrix(selectEngine(), X);
  const n = rows.rows;
  const classes = classesOf(X);
  const within = toRows(K).map((row, i) => {
    const means = [0, 1, 2].map((c) => {
      const own = classes.flatMap((q, j) => (q === c ? [K.data[j * n + i]] : []));
      return own.reduce((sum, value) => sum + value, 0) / own.length;
    });
    return row.map((value, j) => value - means[classes[j]]);
  });
  // within is K L, and L is a projector: (KL)(KL)ᵀ = KLK.
  const KLK = times(
    within,
    within[0].map((_, j) => within.map((row) => row[j])),
  );
  const A = matrix(n, coefficients.columns, Float64Array.from(coefficients.data));
  const alphas = [0, 1].map((j) => column(A, j));
  const form = (a: Float64Array, b: Float64Array): number =>
    dot(
      a,
      Float64Array.from(KLK, (row, i) => {
        const penalized = penalty === "kernel" ? dot(K.data.subarray(i * n, (i + 1) * n), b) : b[i];
        return dot(Float64Array.from(row), b) + mu * penalized;
      }),
    );
  expect(form(alphas[0], alphas[0])).toBeCloseTo(1, 9);
  expect(form(alphas[1], alphas[1])).toBeCloseTo(1, 9);
  expect(form(alphas[0], alphas[1])).toBeCloseTo(0, 9);
});

/** Iris without repeated rows. */
function distinctIris(): Table {
  const table = iris();
  const seen = new Set<string>();
  return selectRows(
    table,
    Array.from({ length: table.rows }, (_, i) => i).filter((i) => {
      const key = table.columns.map((each) => (each.type === "number" ? each.values[i] : "")).join();
      return !seen.has(key) && seen.add(key);
    }),
  );
}

/** The class of encoded rows of iris that are not standardized. */
function classesOf(X: { readonly rows: number; readonly columns: number; readonly data: Float64Array }): number[] {
  const table = iris();
  const truth = labelsOf(table, "species");
  const names = [...new Set(truth)];
  const numbers = table.columns.flatMap((each) => (each.type === "number" ? [each.values] : []));
  return Array.from({ length: X.rows }, (_, i) => {
    const own = truth.findIndex((_, row) => numbers.every((values, j) => values[row] === X.data[i * X.columns + j]));
    expect(own).toBeGreaterThanOrEqual(0);
    return names.indexOf(truth[own]);
  });
}

test("curved boundaries are learned, and the score foretells the log loss of new rows", () => {
  const [train, fresh] = [1, 2].map((seed) => twoSpirals({ rows: 300, seed }));
  const target = train.columns.at(-1)?.name ?? "";
  const posterior = fitSync(kernelFisher(), train, { target, seed: 1 });
  const { labels, logProbabilities, classes } = posterior.predict(fresh);
  const truth = labelsOf(fresh, target);
  expect(labels.filter((label, i) => label !== truth[i]).length / 300).toBeLessThan(0.1);
  const loss = truth.reduce((sum, label, i) => sum - logProbabilities.data[2 * i + classes.indexOf(label)], 0) / 300;
  expect(Math.abs(loss + (posterior.score?.perRow ?? 0))).toBeLessThan(0.1);
});

test("intervals of level 0.9 hold the true probability of at least four rows in five", () => {
  let [inside, all] = [0, 0];
  for (let seed = 1; seed <= 6; seed++) {
    const draw = (n: number, from: number) => {
      const source = stream(from);
      const x: number[] = [];
      const z: number[] = [];
      const side: string[] = [];
      for (let i = 0; i < n; i++) {
        const sign = source.uniform() < 0.5 ? 1 : -1;
        side.push(sign > 0 ? "plus" : "minus");
        x.push(normal(source) + sign);
        z.push(normal(source));
      }
      return { table: tableFromColumns({ x, z, side }), truths: x.map((value) => sigmoid(2 * value)) };
    };
    const posterior = fitSync(kernelFisher(), draw(120, seed).table, { target: "side", seed });
    const fresh = draw(150, 100 + seed);
    const { lower, upper, classes } = posterior.predict(fresh.table);
    const c = classes.indexOf("plus");
    fresh.truths.forEach((truth, i) => {
      all++;
      if (lower.data[2 * i + c] <= truth && truth <= upper.data[2 * i + c]) inside++;
    });
  }
  expect(inside / all).toBeGreaterThan(0.8);
});

test("classes with one mean have no direction: every row gets the class frequencies, with a warning", () => {
  const table = tableFromColumns({
    x: [0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3],
    y: ["a", "a", "a", "a", "b", "b", "b", "b", "b", "b", "b", "b"],
  });
  const posterior = fitSync(kernelFisher(), table, { target: "y" });
  expect(posterior.warnings.map(({ code }) => code)).toContain("not-separable");
  const { probabilities } = posterior.predict(table);
  for (let i = 0; i < 12; i++) expect(probabilities.data[2 * i]).toBeCloseTo(probabilities.data[0], 12);
  expect(posterior.project?.(table).data.every((value) => value === 0)).toBe(true);
});

test("a class of one row cannot be held out, and is refused", () => {
  const table = twoClouds({ rows: 20, seed: 1 });
  const target = table.columns.at(-1)?.name ?? "";
  const truth = labelsOf(table, target);
  const rows = [...truth.keys()].filter((i) => truth[i] === truth[0]);
  const one = truth.findIndex((label) => label !== truth[0]);
  expect(thrown(() => fitSync(kernelFisher(), selectRows(table, [...rows, one]), { target })).code).toBe(
    "too-few-rows",
  );
});
