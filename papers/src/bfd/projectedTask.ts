import { areaUnderCurve } from "kernelbayes/evaluate";
import { type Work } from "kernelbayes/progress";
import type { ExperimentInput, Measured } from "@kernelbayes/experiment/node";
import { fitStudy, type StudyWish } from "../fitStudy.ts";
import type { Found } from "../found.ts";
import { countedClasses, type PooledClass } from "./pooledHistogram.ts";
import { quarterDrawing } from "./projectionDrawings.ts";
import { projectionOf, scaledOutputsOf } from "./projection.ts";

/** A fit whose rows are ranked by their projections, as the paper ranks them, and not by their probabilities. */
export interface ProjectedWish extends StudyWish {
  readonly ranking: "projection";
  /** The title of a drawing of the boundary in two columns with lines a quarter of the way to the projected means. */
  readonly quarters?: string;
  /** Whether the projections of training and test rows are counted for histograms. */
  readonly histograms?: true;
}

/** What is kept of such a fit. */
export interface ProjectedFound extends Found {
  /** Of training and test rows, where histograms were wished for. */
  readonly pooled?: readonly PooledClass[];
}

/** Fits a discriminant, ranks the test rows by their projections, and draws what is wished for. */
export function* projectedTask(input: ExperimentInput): Work<Measured> {
  const { posterior, train, test, truth, measured, found } = yield* fitStudy(input);
  const { quarters, histograms } = input.experiment.options.study as ProjectedWish;
  const project = (posterior.model.name === "orkfd" ? scaledOutputsOf : projectionOf)(posterior, train);
  const places = project(test);
  const actual = truth.map((label) => posterior.classes.indexOf(label ?? ""));
  const sets = [
    { name: "training rows", places: project(train), classes: posterior.training.classes },
    { name: "test rows", places, classes: actual },
  ];
  const more: ProjectedFound = {
    ...found,
    ...(quarters !== undefined && { svg: quarterDrawing(posterior, train, project, quarters) }),
    ...(histograms && { pooled: countedClasses(posterior.classes, sets) }),
  };
  return { ...measured, areaUnderCurve: areaUnderCurve(places, actual), found: JSON.stringify(more) };
}
