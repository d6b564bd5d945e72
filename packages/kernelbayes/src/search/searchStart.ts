import type { Engine } from "../engine/engine.ts";
import { kernelFromDocument } from "../kernels/index.ts";
import type { KernelDocument } from "../kernels/kernel.ts";
import { boundedLbfgs, type BoundedLbfgsOptions } from "../optimize/boundedLbfgs.ts";
import { attempt, multiStart, type Failure } from "../optimize/multiStart.ts";
import type { Optimum } from "../optimize/optimizer.ts";
import type { Work } from "../run/work.ts";
import type { EvidenceFamily, SearchStart } from "./evidenceFamily.ts";

/** Where a search by gradients ends. */
export type SearchLimits = Pick<
  BoundedLbfgsOptions,
  "gradientTolerance" | "valueTolerance" | "maxEvaluations" | "maxIterations" | "maxLineEvaluations"
>;

/** The input of the task "start". */
export interface StartRequest<Rows = object> {
  /** Name of the family. */
  readonly family: string;
  readonly kernel: KernelDocument;
  readonly precision?: number | undefined;
  readonly rows: Rows;
  readonly limits: SearchLimits;
  readonly engine: string;
}

/** Searches from one start by gradients. A start that fails numerically is reported as such. */
export function searchStart<Rows>(
  engine: Engine,
  family: EvidenceFamily<Rows>,
  start: SearchStart,
  rows: Rows,
  limits: SearchLimits,
): Work<Optimum | Failure> {
  return attempt(searchFrom(engine, family, start, rows, limits));
}

function* searchFrom<Rows>(
  engine: Engine,
  family: EvidenceFamily<Rows>,
  from: SearchStart,
  rows: Rows,
  limits: SearchLimits,
): Work<Optimum> {
  const { objective, start, box } = family.search(engine, from, rows);
  return yield* boundedLbfgs(objective, start, { ...box, ...limits, stage: "evidence" });
}

/** The search that a request describes. */
export function searchRequested<Rows>(
  engine: Engine,
  family: EvidenceFamily<Rows>,
  { kernel, precision, rows, limits }: StartRequest<Rows>,
): Work<Optimum | Failure> {
  return searchStart(engine, family, { kernel: kernelFromDocument(kernel), precision }, rows, limits);
}

/** Searches from each start as a task of its own, wherever the driver of this work runs them. */
export function* searchSideBySide<Rows>(
  engine: Engine,
  family: EvidenceFamily<Rows>,
  starts: readonly SearchStart[],
  rows: Rows,
  limits: SearchLimits,
): Work<readonly (Optimum | Failure)[]> {
  const inputs = starts.map(({ kernel, precision }): StartRequest<Rows> => ({
    family: family.name,
    kernel: kernel.toDocument(),
    precision,
    rows,
    limits,
    engine: engine.name,
  }));
  const { optima } = yield* multiStart<StartRequest<Rows>>(
    "start",
    inputs,
    (request) => searchRequested(engine, family, request),
    { shared: ["rows"] },
  );
  return optima;
}
