import { decisionBoundaryChart, decisionPlane } from "@kernelbayes/report";
import { svgDocument } from "@kernelbayes/report/node";
import type { Work } from "kernelbayes/progress";
import type { ExperimentInput, Measured } from "@kernelbayes/experiment/node";
import { fitStudy } from "../fitStudy.ts";
import type { Found } from "../found.ts";
import { planeLevels, planeResolution } from "./knownPlane.ts";
import { machines } from "./machines.ts";

/** Fits a model to rows in the plane and draws its lines of equal probability. */
export function* planeTask(input: ExperimentInput): Work<Measured> {
  const { posterior, train, measured, found } = yield* fitStudy(input);
  const plane = decisionPlane(posterior, train, { resolution: planeResolution });
  const title = machines.find(({ model }) => model.name === input.experiment.method)?.title ?? input.experiment.method;
  const svg = decisionBoundaryChart(plane, { document: svgDocument(), title, ...planeLevels });
  const kept: Found = { ...found, svg };
  return { ...measured, found: JSON.stringify(kept) };
}
