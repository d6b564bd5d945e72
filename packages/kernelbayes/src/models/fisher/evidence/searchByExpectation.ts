import type { Engine } from "../../../engine/engine.ts";
import { NumericalError } from "../../../errors.ts";
import { coordinatesAtBounds, projectedNorm } from "../../../optimize/box.ts";
import type { Work } from "../../../run/work.ts";
import { fisherContrasts } from "../../../rows/fisherContrasts.ts";
import type { FisherOptimum, FoundEvidence } from "./searchFisher.ts";
import { leastNugget, maximizeByExpectation, type FisherMaximum } from "./maximizeByExpectation.ts";
import { freeParameters } from "../../../search/freeParameters.ts";
import type { SearchStart } from "../../../search/evidenceFamily.ts";
import { fisherFamily, type FisherRows } from "./fisherFamily.ts";

/** A first round from every start, then the best of them to the end. */
const rounds = { first: 12, last: 500 } as const;

/**
 * The highest evidence by expectation maximization, as the papers have it: a dozen iterations from every start, then the best
 * of them until neither kernel nor β move. The trace of that one never falls.
 */
export function* searchByExpectation(
  engine: Engine,
  starts: readonly SearchStart[],
  rows: FisherRows,
): Work<FoundEvidence> {
  const options = { ...rows.options, leastOwn: leastNugget };
  const task = { X: rows.X, contrasts: fisherContrasts(rows.classes, rows.weights), options };
  const keeps = { keepPrecision: rows.isPrecisionFixed ?? false, held: rows.flat };
  const reached: { readonly start: number; readonly maximum: FisherMaximum }[] = [];
  const failures: FisherOptimum[] = [];
  for (const [start, { kernel, precision = 1 }] of starts.entries()) {
    try {
      const maximum = yield* maximizeByExpectation(engine, kernel, precision, task, {
        maxIterations: rounds.first,
        stage: `start ${start + 1}`,
        ...keeps,
      });
      reached.push({ start, maximum });
    } catch (error) {
      if (!(error instanceof NumericalError)) throw error;
      failures.push({ starts: [start], converged: false, status: error.message });
    }
  }
  if (reached.length === 0) {
    throw new NumericalError(
      "all-starts-failed",
      `None of ${starts.length} starts of the search succeeded. The first: ${failures[0]?.status ?? ""}`,
    );
  }
  const [best, ...others] = reached.toSorted((a, b) => b.maximum.objective - a.maximum.objective);
  const { kernel: from, precision: beta, trace } = best.maximum;
  const last = yield* maximizeByExpectation(engine, from, beta, task, { maxIterations: rounds.last, ...keeps });
  const { objective, start: point, box } = fisherFamily.search(engine, last, { ...rows, options });
  const { gradient } = objective(point);
  const names = [...freeParameters(last.kernel).map((j) => last.kernel.parameters[j].name), "precision"];
  return {
    kernel: last.kernel,
    precision: last.precision,
    pivots: undefined,
    gradientNorm: projectedNorm(point, gradient, box),
    atBounds: coordinatesAtBounds(point, box).map((j) => names[j]),
    optima: [
      describe(last, best.start, `${best.maximum.iterations + last.iterations} iterations`),
      ...others.map(({ start, maximum }) =>
        describe(maximum, start, `left after ${maximum.iterations} iterations, below the best`),
      ),
      ...failures,
    ],
    trace: [...trace, ...last.trace.slice(1)],
  };
}

function describe(
  { objective, kernel, precision, converged }: FisherMaximum,
  start: number,
  status: string,
): FisherOptimum {
  const values = Float64Array.from(kernel.parameters, ({ value }) => value);
  return { starts: [start], objective, kernel: values, precision, converged, status };
}
