import { type Matrix } from "kernelbayes";
import { modelFromDocument } from "kernelbayes/models";
import { fitWork, type Work } from "kernelbayes/progress";
import { boundariesChart, decisionPlane, type DecisionPlane } from "@kernelbayes/report";
import { svgDocument } from "@kernelbayes/report/node";
import type { ExperimentInput, Measured } from "@kernelbayes/experiment/node";
import type { FitWish } from "../fitJob.ts";
import type { Found } from "../found.ts";
import { studyRows } from "../studyData.ts";

/** Classifiers whose boundaries are drawn over one another, as the options of the experiment say them. */
export interface OverlayOptions {
  readonly title: string;
  readonly machines: readonly { readonly name: string; readonly model: FitWish["model"] }[];
}

/** Grid points along each axis. */
const resolution = 120;

/** Fits several classifiers to a toy set, inputs being taken as they are, and draws their boundaries in one picture. */
export function* overlayTask({ experiment, directory }: ExperimentInput): Work<Partial<Measured>> {
  const { dataset, partition, seed, engine, options } = experiment;
  const { title, machines } = options as unknown as OverlayOptions;
  const { train, target } = studyRows({ directory, dataset, partition, seed }, { source: "toy" });
  const boundaries: { name: string; logProbabilities: Matrix }[] = [];
  let surface: DecisionPlane | undefined;
  for (const { name, model } of machines) {
    const posterior = yield* fitWork(modelFromDocument(model), train, { standardize: "none", target, seed, engine });
    surface = decisionPlane(posterior, train, { resolution });
    boundaries.push({ name, logProbabilities: surface.logProbabilities });
  }
  if (!surface) throw new RangeError("There must be a classifier to draw.");
  const found: Found = { svg: boundariesChart({ ...surface, boundaries }, { document: svgDocument(), title }) };
  return { trainRows: train.rows, columns: 2, found: JSON.stringify(found) };
}
