import { NumericalError } from "kernelbayes";
import { selectEngine } from "kernelbayes/engine";
import { modelFromDocument } from "kernelbayes/models";
import { fitWork, progress, type Work } from "kernelbayes/progress";
import { asText, columnNamed } from "kernelbayes/table";
import type { ExperimentInput, Measured, ResultRow } from "@kernelbayes/experiment/node";
import { fixedKernel } from "../benchmark/fixedKernel.ts";
import { studyRows } from "../studyData.ts";
import { kernelOfKappas } from "./kappas.ts";
import { trigonometric } from "./machines.ts";

/** A line of a surface over κ₀ and κ: at one κ₀ and several κ. */
interface SurfaceLine {
  readonly kappa0: number;
  readonly kappas: readonly number[];
  readonly kappaB: number;
}

/** What is kept of a fit; null where it could not be computed. */
interface SurfacePoint {
  /** Its logarithm. */
  readonly evidence: number | null;
  /** Share of the test rows. */
  readonly errorRate: number | null;
}

/** Fits the trigonometric classifier at each κ of a line, with nothing left to search. */
export function* surfaceTask({ experiment, directory }: ExperimentInput): Work<Partial<Measured>> {
  const { dataset, partition, seed, engine } = experiment;
  const { kappa0, kappas, kappaB } = experiment.options as unknown as SurfaceLine;
  const { train, test, target } = studyRows({ directory, dataset, partition, seed }, {});
  const truth = asText(columnNamed(test, target));
  selectEngine(engine);
  const points: SurfacePoint[] = [];
  for (const kappa of kappas) {
    const kernel = fixedKernel(kernelOfKappas({ kappa0, kappa, kappaB }));
    const model = modelFromDocument({ ...trigonometric, kernel, starts: [] });
    try {
      const posterior = yield* fitWork(model, train, { target, seed, engine });
      const { labels } = posterior.predict(test);
      const wrong = labels.filter((label, row) => label !== truth[row]).length;
      points.push({ evidence: posterior.evidence!, errorRate: wrong / labels.length });
    } catch (error) {
      // Corners may be beyond arithmetic: a hole in the surface.
      if (!(error instanceof NumericalError)) throw error;
      points.push({ evidence: null, errorRate: null });
    }
    yield progress("surface", points.length, kappas.length);
  }
  return { trainRows: train.rows, testRows: test.rows, found: JSON.stringify(points) };
}

/** What a row of the store keeps of it, one point for each κ; NaN where there was nothing to be computed. */
export function surfaceOf({ found }: Pick<ResultRow, "found">): { evidence: number; errorRate: number }[] {
  return (JSON.parse(found) as readonly SurfacePoint[]).map(({ evidence, errorRate }) => ({
    evidence: evidence ?? Number.NaN,
    errorRate: errorRate ?? Number.NaN,
  }));
}
