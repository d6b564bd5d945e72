import type { Engine } from "../engine/engine.ts";
import { matrix, mapMatrix, type Matrix } from "../engine/matrix.ts";
import { InputError } from "../errors.ts";
import { kernelFromDocument } from "../kernels/index.ts";
import type { Kernel } from "../kernels/kernel.ts";
import { termValue } from "../kernels/parts/kernelTerms.ts";
import { row, selectRows } from "../matrix/row.ts";
import { check, ensure, type Check } from "./check.ts";
import { randomMatrix } from "./matrices.ts";
import { sumOf } from "../matrix/dot.ts";

/** A statement about a limit: this kernel, whose parameters are far out, equals that function. */
export interface KernelLimit {
  /** For example "as ℓ → ∞ the kernel tends to 1". */
  readonly title: string;
  readonly kernel: Kernel;
  expected(x: ArrayLike<number>, z: ArrayLike<number>, same: boolean): number;
  readonly tolerance: number;
}

export interface KernelBatteryOptions {
  readonly engine: Engine;
  /** Number of columns of the inputs. Default 3, or that of `inputs`. */
  readonly columns?: number;
  /** Rows to compare, at least five, for kernels that do not take every number. Default: numbers between −2 and 2. */
  readonly inputs?: Matrix;
  /** Inputs of this size, and of one over it, must give finite results. Default 1e150; 1 leaves the inputs as they are. */
  readonly huge?: number;
  /** Builds a kernel from its document. Default `kernelFromDocument`. */
  readonly read?: (document: unknown) => Kernel;
  readonly limits?: readonly KernelLimit[];
}

/**
 * What every kernel must do: be symmetric and positive semidefinite, agree with its own plain definition, gradient and
 * document, and come through degenerate inputs. Run it on kernels of your own:
 *
 *     for (const check of kernelBattery(myKernel(), { engine })) test(check.title, () => check.run());
 */
export function kernelBattery(
  kernel: Kernel,
  { engine, columns, inputs, huge = 1e150, read = kernelFromDocument, limits = [] }: KernelBatteryOptions,
): Check[] {
  const X = inputs ?? defaultInputs(columns ?? 3);
  const Z = selectRows(X, [4, 2, 0, 1]);
  const W = symmetricWeights(X.rows);
  const each = Array.from({ length: X.columns }, (_, j) => j);
  const resolved = (): Kernel => kernel.forColumns(each);

  return [
    check("its matrix is exactly symmetric", () => ensureSymmetric(resolved().matrix(engine, X))),

    check("its matrix has no eigenvalue below −n ε ‖K‖", () => {
      const K = resolved().matrix(engine, X);
      const [smallest] = engine.eigenSymmetric(K).values;
      const bound = -K.rows * Number.EPSILON * norm(K.data);
      ensure(smallest >= bound, `The smallest eigenvalue is ${smallest}, which is below ${bound}.`);
    }),

    check("its matrix holds the values of its plain definition", () => {
      const k = resolved();
      ensureValues(k.matrix(engine, X), k, X, X, (a, b) => a === b);
    }),

    check("its cross matrix holds the values of its plain definition, with no row the same as another", () => {
      const k = resolved();
      ensureValues(k.cross(engine, X, Z), k, X, Z, () => false);
    }),

    check("its terms, where it has such, add up to its plain definition", () => {
      const k = resolved();
      const terms = k.terms?.(X.columns);
      if (!terms) return;
      const sums = Array.from({ length: X.rows * Z.rows }, (_, at) => {
        const [x, z] = [row(X, Math.floor(at / Z.rows)), row(Z, at % Z.rows)];
        return terms.reduce((sum, term) => sum + termValue(term, x, z), 0);
      });
      ensureValues(matrix(X.rows, Z.rows, Float64Array.from(sums)), k, X, Z, () => false);
    }),

    check("its diagonal is the diagonal of its matrix", () => {
      const K = resolved().matrix(engine, X);
      resolved()
        .diagonal(X)
        .forEach((value, a) => {
          const expected = K.data[a * K.columns + a];
          ensure(close(value, expected, 1e-12 * Math.abs(expected)), `Row ${a}: ${value} instead of ${expected}.`);
        });
    }),

    check("its gradient agrees with central differences in the logarithm of each parameter", () => {
      const k = resolved();
      const gradient = k.gradient(engine, X, W);
      ensure(
        gradient.length === k.parameters.length,
        `The gradient has ${gradient.length} entries for ${k.parameters.length} parameters.`,
      );
      k.parameters.forEach((parameter, index) => {
        const expected = centralDifference(engine, k, index, X, W);
        const tolerance = 1e-6 * Math.max(Math.abs(expected), 0.1 * size(k.matrix(engine, X), W));
        ensure(
          close(gradient[index], expected, tolerance),
          `${parameter.name}: ${gradient[index]} instead of ${expected}.`,
        );
      });
    }),

    check("its parameters are positive and within their bounds", () => {
      for (const { name, value, lower, upper } of resolved().parameters) {
        ensure(0 < lower && lower <= value && value <= upper && upper < Infinity, `${name} = ${value} is not.`);
      }
    }),

    check("its document gives back the same kernel, to the bit", () => {
      for (const k of [kernel, resolved()]) {
        const text = JSON.stringify(k.toDocument());
        const copy = read(JSON.parse(text));
        ensure(JSON.stringify(copy.toDocument()) === text, `${JSON.stringify(copy.toDocument())} instead of ${text}.`);
        ensure(
          JSON.stringify(copy.parameters) === JSON.stringify(k.parameters),
          "The parameters of the kernel read from the document differ.",
        );
        ensureSameBits(copy.forColumns(each).matrix(engine, X), resolved().matrix(engine, X));
      }
    }),

    check("it takes other parameter values and keeps its own", () => {
      const k = resolved();
      const values = k.parameters.map((parameter) => parameter.value);
      ensureSameBits(k.withValues(values).matrix(engine, X), k.matrix(engine, X));
      const others = values.map((value, index) => value * (1.25 + index / 8));
      const changed = k.withValues(others).parameters;
      ensure(changed.length === others.length, `${changed.length} parameters instead of ${others.length}.`);
      changed.forEach((parameter, index) => {
        ensure(parameter.value === others[index], `${parameter.name} is ${parameter.value}, not ${others[index]}.`);
        ensure(parameter.fixed === k.parameters[index].fixed, `${parameter.name} changed whether it is fixed.`);
      });
      ensure(
        JSON.stringify(k.parameters.map((parameter) => parameter.value)) === JSON.stringify(values),
        "The kernel itself was changed.",
      );
    }),

    check("it does not modify its inputs", () => {
      const [x, z, weights] = [copyOf(X), copyOf(Z), copyOf(W)];
      const k = resolved();
      k.matrix(engine, x);
      k.cross(engine, x, z);
      k.diagonal(x);
      k.gradient(engine, x, weights);
      ensureSameBits(x, X);
      ensureSameBits(z, Z);
      ensureSameBits(weights, W);
    }),

    check("columns of one group count as columns with one number", () => {
      const groups = each.map((j) => (j < 2 ? 0 : j));
      const separate = resolved();
      let grouped: Kernel;
      try {
        grouped = kernel.forColumns(groups);
      } catch (error) {
        // A kernel that was given one number a column has a right to refuse.
        ensure(error instanceof InputError && error.code === "column-mismatch", `It refuses groups by ${error}.`);
        return;
      }
      ensureSameBits(grouped.matrix(engine, X), separate.matrix(engine, X));
      const [together, apart] = [grouped, separate].map((k) => sumOf(k.gradient(engine, X, W)));
      const tolerance = 1e-10 * size(separate.matrix(engine, X), W);
      ensure(close(together, apart, tolerance), `The derivatives add up to ${together} instead of ${apart}.`);
    }),

    check("it comes through no rows, one row, identical rows and a constant column", () => {
      const k = resolved();
      const constantColumn = copyOf(X);
      for (let a = 0; a < X.rows; a++) constantColumn.data[a * X.columns] = X.data[0];
      for (const x of [selectRows(X, []), selectRows(X, [0]), selectRows(X, [1, 1, 1, 1]), constantColumn]) {
        ensureFinite(engine, k, x);
      }
      const [, off, next] = k.matrix(engine, selectRows(X, [1, 1, 1])).data;
      ensure(off === next, `Identical rows have the kernels ${off} and ${next}.`);
    }),

    check("it gives finite results for huge and tiny inputs", () => {
      const mixed = copyOf(X);
      for (let a = 0; a < X.rows; a += 2) scaleRow(mixed, a, huge);
      const scaled = [huge, 1 / huge].map((factor) => mapMatrix(X, (value) => value * factor));
      for (const x of [mixed, ...scaled]) ensureFinite(engine, resolved(), x);
    }),

    ...limits.map(({ title, kernel: far, expected, tolerance }) =>
      check(title, () => {
        const K = far.forColumns(each).matrix(engine, X);
        forEachEntry(K, (value, a, b) => {
          const limit = expected(row(X, a), row(X, b), a === b);
          ensure(close(value, limit, tolerance), `Rows ${a} and ${b}: ${value} instead of ${limit}.`);
        });
      }),
    ),
  ];
}

/** Nine rows, the last of which equals the second. */
function defaultInputs(columns: number): Matrix {
  const { data } = randomMatrix(8, columns, 5);
  const distinct = matrix(
    8,
    columns,
    data.map((value) => 2 * value),
  );
  return selectRows(distinct, [0, 1, 2, 3, 4, 5, 6, 7, 1]);
}

function symmetricWeights(rows: number): Matrix {
  const W = randomMatrix(rows, rows, 11);
  for (let a = 0; a < rows; a++) {
    for (let b = 0; b < a; b++) W.data[b * rows + a] = W.data[a * rows + b];
  }
  return W;
}

/** The derivative of Σ_ab W_ab K_ab in the logarithm of one parameter, with an error of about 1e-10 of its terms. */
function centralDifference(engine: Engine, kernel: Kernel, index: number, X: Matrix, W: Matrix): number {
  const step = 1e-5;
  const values = kernel.parameters.map((parameter) => parameter.value);
  const [above, below] = [step, -step].map((shift) => {
    const moved = values.with(index, values[index] * Math.exp(shift));
    return sumOf(weighted(kernel.withValues(moved).matrix(engine, X), W));
  });
  return (above - below) / (2 * step);
}

function weighted(K: Matrix, W: Matrix): Float64Array {
  return K.data.map((value, index) => value * W.data[index]);
}

/** Σ_ab |W_ab K_ab|, the size of the terms of a gradient. */
function size(K: Matrix, W: Matrix): number {
  return sumOf(weighted(K, W).map(Math.abs));
}

function ensureSymmetric(K: Matrix): void {
  ensure(K.rows === K.columns, `It is ${K.rows} × ${K.columns}.`);
  forEachEntry(K, (value, a, b) => {
    const mirrored = K.data[b * K.columns + a];
    ensure(value === mirrored, `Rows ${a} and ${b}: ${value} and ${mirrored}.`);
  });
}

/** Entries against the plain definition, to 1e-12 of √(k(x, x) k(z, z)), the most that an entry can be. */
function ensureValues(K: Matrix, kernel: Kernel, X: Matrix, Z: Matrix, same: (a: number, b: number) => boolean): void {
  ensure(K.rows === X.rows && K.columns === Z.rows, `It is ${K.rows} × ${K.columns}, not ${X.rows} × ${Z.rows}.`);
  forEachEntry(K, (value, a, b) => {
    const [x, z] = [row(X, a), row(Z, b)];
    const expected = kernel.evaluate(x, z, same(a, b));
    const most = Math.sqrt(kernel.evaluate(x, x, true) * kernel.evaluate(z, z, true));
    ensure(close(value, expected, 1e-12 * most), `Rows ${a} and ${b}: ${value} instead of ${expected}.`);
  });
}

function ensureFinite(engine: Engine, kernel: Kernel, x: Matrix): void {
  const parts = {
    matrix: kernel.matrix(engine, x).data,
    "cross matrix": kernel.cross(engine, x, x).data,
    diagonal: kernel.diagonal(x),
    gradient: kernel.gradient(engine, x, symmetricWeights(x.rows)),
  };
  for (const [name, values] of Object.entries(parts)) {
    const odd = values.find((value) => !Number.isFinite(value));
    ensure(odd === undefined, `For ${x.rows} rows from ${x.data[0]} the ${name} has the entry ${odd}.`);
  }
  ensure(parts.matrix.length === x.rows ** 2 && parts.diagonal.length === x.rows, `Wrong size for ${x.rows} rows.`);
}

function ensureSameBits(a: Matrix, b: Matrix): void {
  ensure(a.rows === b.rows && a.columns === b.columns, `${a.rows} × ${a.columns} instead of ${b.rows} × ${b.columns}.`);
  a.data.forEach((value, index) => {
    ensure(Object.is(value, b.data[index]), `${value} instead of ${b.data[index]} at index ${index}.`);
  });
}

function close(value: number, expected: number, tolerance: number): boolean {
  return value === expected || Math.abs(value - expected) <= tolerance;
}

function forEachEntry(K: Matrix, visit: (value: number, a: number, b: number) => void): void {
  K.data.forEach((value, index) => visit(value, Math.floor(index / K.columns), index % K.columns));
}

function scaleRow(x: Matrix, index: number, factor: number): void {
  const values = row(x, index);
  values.forEach((value, j) => (values[j] = value * factor));
}

function copyOf(x: Matrix): Matrix {
  return matrix(x.rows, x.columns, x.data.slice());
}

function norm(values: Float64Array): number {
  return Math.hypot(...values);
}
