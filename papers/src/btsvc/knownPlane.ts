import { type Table } from "kernelbayes";
import { matrix } from "kernelbayes/engine";
import { numeric } from "kernelbayes/numeric";
import { asText, columnNamed } from "kernelbayes/table";
import { planePoints, type DecisionPlane, type Plane } from "@kernelbayes/report";
import { numbersIn } from "../numbersIn.ts";
import { trueLogOdds } from "./bayesRule.ts";

/** Grid points along each axis of a drawing in the plane. */
export const planeResolution = 60;

/** Probabilities at which lines are drawn, and at which regions darken. */
export const planeLevels = { contours: [0.1, 0.25, 0.75, 0.9], shading: [0.75, 0.9] } as const;

const classes = ["negative", "positive"] as const;
const padding = 0.06;

/** What the rule that knows the densities says all over the plane that the rows of a table span. */
export function knownPlane(table: Table): DecisionPlane {
  const [x, y] = ["x1", "x2"].map((name) => numbersIn(table, name));
  const plane: Plane = { x: extent(x), y: extent(y), columns: planeResolution, rows: planeResolution };
  const points = planePoints(plane);
  const logProbabilities = matrix(points.x.length, 2);
  points.x.forEach((across, at) => {
    const logOdds = trueLogOdds(across, points.y[at]);
    logProbabilities.data.set([numeric.logSigmoid(-logOdds), numeric.logSigmoid(logOdds)], 2 * at);
  });
  const labels = asText(columnNamed(table, "class"));
  const numbers = labels.map((label) => (label === "positive" ? 1 : 0));
  return { axes: ["x1", "x2"], classes, plane, logProbabilities, rows: { x, y, classes: numbers } };
}

/** The range of values with some space around them. */
function extent(values: Float64Array): [number, number] {
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const space = padding * (high - low);
  return [low - space, high + space];
}
