import { gaussian, type Kernel, type Matrix } from "kernelbayes";
import { ringnorm, twonorm } from "kernelbayes/data";
import { type Engine } from "kernelbayes/engine";
import { constant, scale, sum } from "kernelbayes/kernels";
import { matrices } from "kernelbayes/numeric";
import {
  newtonMode,
  trigonometricLaplace,
  trigonometricLoss,
  wholeKernelRows,
  type MarginMode,
  type SignedRows,
} from "#kernelbayes/internal";
import type { Row } from "./benchmark.ts";
import { cpuMilliseconds, rounded, timed } from "./cpuTime.ts";
import { encodedTable } from "./encodedTable.ts";
import type { PartReport, PartSettings } from "./part.ts";
import { atMost, type Verdict } from "./verdict.ts";

const { addToDiagonal, selectRows } = matrices;

const generators = { twonorm, ringnorm };
/** κ₀, with κ = 1 over the number of columns and κ_b = 1: moderate, with many rows and with few within the margin. */
const variances = [1, 10];
const constantVariance = 1;
/** By how much every parameter of the kernel moves between two evaluations of a search. */
const moved = 1.05;
/** The targets are for orders from this one on. */
const targetFrom = 1000;
const mostCold = 15;
const mostWarm = 3;

interface MapProblem {
  readonly X: Matrix;
  readonly rows: SignedRows;
  readonly kernel: Kernel;
}

/** The mode of the trigonometric classifier at given hyperparameters, cold and warm, in units of Cholesky factorizations. */
export function mapPart({ engines, sizes = [1000, 4000], repeats, tell }: PartSettings): PartReport {
  const rows: Row[] = [];
  const verdicts: Verdict[] = [];
  for (const engine of engines) {
    for (const [data, generate] of Object.entries(generators)) {
      for (const [n, variance] of sizes.flatMap((size) => variances.map((value) => [size, value] as const))) {
        tell(`map: ${engine.name}, ${data}, n = ${n}, κ₀ = ${variance}`);
        const { cholesky, cold, warm, evaluation, modes } = fastest(engine, problemOf(generate, n, variance), repeats);
        rows.push({
          engine: engine.name,
          data,
          n,
          "κ₀": variance,
          support: modes.cold.support.length,
          "Cholesky ms": rounded(cholesky),
          "cold ms": rounded(cold),
          steps: modes.cold.steps,
          "cold ratio": (cold / cholesky).toFixed(2),
          "warm ratio": (warm / cholesky).toFixed(2),
          "warm steps": modes.warm.steps,
          "evaluation ratio": (evaluation / cholesky).toFixed(2),
        });
        if (n < targetFrom) continue;
        const at = `${data}, n = ${n}, κ₀ = ${variance}, ${engine.name}`;
        verdicts.push(
          atMost(`map: cold mode / Cholesky, ${at}`, cold / cholesky, mostCold),
          atMost(`map: warm mode / Cholesky, ${at}`, warm / cholesky, mostWarm),
          atMost(`map: warm evaluation / Cholesky, ${at}`, evaluation / cholesky, mostWarm),
        );
      }
    }
  }
  return { sections: [{ title, rows, notes: explanations(repeats) }], verdicts };
}

const title = "btsvc: the mode at given hyperparameters, in Cholesky factorizations of all rows by the same engine";

function explanations(repeats: number): string[] {
  return [
    `Kernel κ₀ · gaussian of squared length 20, the number of columns, plus a constant ${constantVariance}; optimality to 1e-8. \`cold\` begins at`,
    `nothing; \`warm\` at the mode of a kernel whose parameters are ${moved} times as large. Both have the kernel matrix given. \`evaluation\``,
    "is a step of a search: the kernel matrix, the warm mode, the evidence and its gradient in all three parameters. The fastest of",
    `${repeats} runs each, in turn, after one that does not count.`,
  ];
}

function problemOf(generate: (typeof generators)[keyof typeof generators], n: number, variance: number): MapProblem {
  const { X, classes } = encodedTable(generate({ rows: n, seed: n }));
  return {
    X,
    rows: { signs: Float64Array.from(classes, (q) => (q === 1 ? 1 : -1)), weights: new Float64Array(n).fill(1) },
    kernel: sum(
      scale(gaussian({ lengthScale: Math.sqrt(X.columns) }), { variance }),
      constant({ variance: constantVariance }),
    ),
  };
}

interface Fastest {
  /** CPU milliseconds. */
  readonly cholesky: number;
  readonly cold: number;
  readonly warm: number;
  readonly evaluation: number;
  readonly modes: { readonly cold: MarginMode; readonly warm: MarginMode };
}

function fastest(engine: Engine, { X, rows, kernel }: MapProblem, repeats: number): Fastest {
  const K = kernel.matrix(engine, X);
  const B = addToDiagonal(K, 1);
  const nearby = kernel.withValues(kernel.parameters.map(({ value }) => moved * value));
  const loss = trigonometricLoss(1);
  const modeOf = (matrix: Matrix, warmStart?: Float64Array): MarginMode =>
    settled(newtonMode(engine, { kernel: wholeKernelRows(matrix), rows, loss }, { warmStart }));
  const before = modeOf(nearby.matrix(engine, X));
  const warmStart = before.alpha.map((value, i) => rows.signs[i] * value);
  let cholesky = Infinity;
  let cold = Infinity;
  let warm = Infinity;
  let evaluation = Infinity;
  let modes = { cold: before, warm: before };
  for (let run = 0; run <= repeats; run++) {
    const factorization = cpuMilliseconds(() => factored(engine, B));
    const fromNothing = timed(() => modeOf(K));
    const fromNearby = timed(() => modeOf(K, warmStart));
    const whole = cpuMilliseconds(() => evaluate(engine, { X, rows, kernel }, warmStart));
    modes = { cold: fromNothing.result, warm: fromNearby.result };
    // The first run compiles, and touches its memory for the first time.
    if (run === 0) continue;
    cholesky = Math.min(cholesky, factorization);
    cold = Math.min(cold, fromNothing.milliseconds);
    warm = Math.min(warm, fromNearby.milliseconds);
    evaluation = Math.min(evaluation, whole);
  }
  return { cholesky, cold, warm, evaluation, modes };
}

/** One evaluation of a search: evidence and gradient. */
function evaluate(engine: Engine, { X, rows, kernel }: MapProblem, warmStart: Float64Array): number {
  const K = kernel.matrix(engine, X);
  const { active, logEvidence, slopeWeights } = trigonometricLaplace(engine, K, rows, 1, warmStart);
  const gradient = kernel.gradient(engine, selectRows(X, active), slopeWeights());
  if (!gradient.every(Number.isFinite)) throw new Error("The gradient of the evidence is not finite.");
  return logEvidence;
}

function settled(mode: MarginMode): MarginMode {
  if (!mode.converged) throw new Error(`The mode was not found: residual ${mode.residual} after ${mode.steps} steps.`);
  return mode;
}

function factored(engine: Engine, B: Matrix): void {
  if (!engine.cholesky(B).ok) throw new Error("The kernel matrix was not factored.");
}
