import {
  asText,
  columnNamed,
  matrix,
  tableOf,
  type Matrix,
  type NumberColumn,
  type Posterior,
  type Table,
} from "kernelbayes";
import {
  boundaryDrawsChart,
  componentContourChart,
  componentScatterChart,
  decisionPlane,
  planePoints,
  probabilityDrawsChart,
} from "../packages/report/src/index.ts";
import { svgDocument } from "../packages/report/src/node.ts";

/** A figure and the name of its file. */
export interface Drawing {
  readonly file: string;
  readonly svg: string;
}

/** Boundaries that are drawn, points of the plane along each axis, and components whose contours are. */
const [boundaries, resolution, contours] = [25, 90, 6];

/** Where on the way from the surest row of the first class to the surest of the second rows are taken from. */
const shares = [0.02, 0.3, 0.45, 0.55, 0.7, 0.98];

/**
 * Figures 1 to 3 and 8 of Domijan & Wilson: histograms of drawn probabilities of test rows, boundaries of single draws with that of
 * the mean, contours of kernel components, and the components of the training rows against each other.
 */
export function drawRipley(posterior: Posterior, train: Table, test: Table): Drawing[] {
  const { draws, project, classes } = posterior;
  if (!draws || !project) throw new TypeError("The figures are those of a posterior of draws on components.");
  const document = svgDocument();
  const { projection: _, ...surface } = decisionPlane(posterior, train, { resolution });
  const { x, y } = planePoints(surface.plane);
  const columnOf = (name: string, values: Float64Array): NumberColumn => ({ name, type: "number", values });
  const points = tableOf([columnOf(surface.axes[0], x), columnOf(surface.axes[1], y)]);
  const scores = project(points);
  const ofTest = draws(test);
  const labels = asText(columnNamed(test, posterior.target));
  const count = Math.min(contours, scores.columns);
  return [
    {
      file: "1-probabilities.svg",
      svg: probabilityDrawsChart(
        {
          classes,
          rows: rowsBetween(posterior, test).map((row) => ({
            name: `row ${row + 1}`,
            draws: ofTest[row],
            actual: classes.indexOf(labels[row] ?? ""),
          })),
        },
        { document, title: "Ripley's data: the probability of class 1 of six test rows, draw by draw" },
      ),
    },
    {
      file: "2-boundaries.svg",
      svg: boundaryDrawsChart(
        { ...surface, draws: singleDraws(draws(points), boundaries) },
        { document, title: `Ripley's data: boundaries of ${boundaries} draws and of the mean` },
      ),
    },
    {
      file: "3-components.svg",
      svg: componentContourChart(
        {
          ...surface,
          components: Array.from({ length: count }, (_unused, j) => ({
            name: `component ${j + 1}`,
            values: Float64Array.from({ length: scores.rows }, (_row, i) => scores.data[i * scores.columns + j]),
          })),
        },
        { document, title: "Ripley's data: kernel principal components" },
      ),
    },
    {
      file: "8-scatter.svg",
      svg: componentScatterChart(
        { classes, rowClasses: posterior.training.classes, scores: project(train) },
        { document, title: "Ripley's data: training rows by their components", components: Math.min(4, count) },
      ),
    },
  ];
}

/** Rows on the way from the surest of the first class to the surest of the second. */
function rowsBetween(posterior: Posterior, table: Table): number[] {
  const { probabilities } = posterior.predict(table);
  const order = Array.from({ length: table.rows }, (_, row) => row).toSorted(
    (a, b) => probabilities.data[2 * a + 1] - probabilities.data[2 * b + 1],
  );
  return shares.map((share) => order[Math.floor(share * (table.rows - 1))]);
}

/** From draws at each point to the log probabilities at all points under some of the draws, evenly spaced. */
function singleDraws(atPoints: readonly Matrix[], count: number): Matrix[] {
  const { rows, columns: C } = atPoints[0];
  return Array.from({ length: count }, (_, number) => {
    const draw = Math.floor(((number + 0.5) * rows) / count);
    const logs = matrix(atPoints.length, C);
    atPoints.forEach(({ data }, point) => {
      for (let c = 0; c < C; c++) logs.data[point * C + c] = Math.log(data[draw * C + c]);
    });
    return logs;
  });
}
