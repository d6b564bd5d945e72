import { type Matrix, type Posterior, type Table } from "kernelbayes";
import { matrix, selectEngine } from "kernelbayes/engine";
import { kernelFromDocument } from "kernelbayes/kernels";
import { explainedShares, kernelComponents } from "kernelbayes/models";
import { asText, columnNamed, encode, tableOf, type NumberColumn } from "kernelbayes/table";
import {
  boundaryDrawsChart,
  componentContourChart,
  componentScatterChart,
  decisionPlane,
  planePoints,
  probabilityDrawsChart,
} from "@kernelbayes/report";
import { svgDocument } from "@kernelbayes/report/node";
import { foundIn } from "../found.ts";

/** Drawings of a posterior of draws in the plane, as SVG texts. */
export interface PlaneDrawings {
  /** Histograms of drawn probabilities of test rows. */
  readonly probabilities: string;
  /** Boundaries of single draws, with that of the mean. */
  readonly boundaries: string;
  /** Contours of components of the kernel that the posterior has. */
  readonly contours: string;
  /** Training rows by their components, each against each other. */
  readonly scatter: string;
}

/** Boundaries that are drawn, points of the plane along each axis, and components by their contours and against each other. */
const [boundaries, resolution, contours, scattered] = [25, 60, 6, 4];

/** Where on the way from the surest row of the first class to the surest of the second rows are taken from. */
const shares = [0.02, 0.4, 0.6, 0.98];

/** Draws what Figures 1 to 3 and 8 of Domijan & Wilson show, from a posterior on two columns and two classes. */
export function planeDrawings(
  posterior: Posterior,
  train: Table,
  test: Table,
  names: { readonly data: string; readonly model: string },
): PlaneDrawings {
  const { draws, classes } = posterior;
  if (!draws) throw new TypeError("The figures are those of a posterior of draws.");
  const document = svgDocument();
  const { projection: _, ...surface } = decisionPlane(posterior, train, { resolution });
  const { x, y } = planePoints(surface.plane);
  const columnOf = (name: string, values: Float64Array): NumberColumn => ({ name, type: "number", values });
  const points = tableOf([columnOf(surface.axes[0], x), columnOf(surface.axes[1], y)]);
  const ofTest = draws(test);
  const labels = asText(columnNamed(test, posterior.target));
  const heading = `${names.data}, ${names.model}`;
  return {
    probabilities: probabilityDrawsChart(
      {
        classes,
        rows: rowsBetween(posterior, test).map((row) => ({
          name: `row ${row + 1}`,
          draws: ofTest[row],
          actual: classes.indexOf(labels[row] ?? ""),
        })),
      },
      { document, title: `${heading}: the probability of class ${classes[1]} of four test rows, draw by draw` },
    ),
    boundaries: boundaryDrawsChart(
      { ...surface, draws: singleDraws(draws(points), boundaries) },
      { document, title: `${heading}: ${boundaries} draws of the boundary` },
    ),
    ...componentDrawings(posterior, train, points, surface, { document, data: names.data }),
  };
}

function componentDrawings(
  posterior: Posterior,
  train: Table,
  points: Table,
  surface: Omit<ReturnType<typeof decisionPlane>, "projection">,
  { document, data }: { readonly document: Document; readonly data: string },
): Pick<PlaneDrawings, "contours" | "scatter"> {
  const { kernel } = foundIn(posterior);
  if (!kernel) throw new TypeError("The figures are those of a posterior with a kernel.");
  const { encoding, classes, training } = posterior;
  const X = encode(encoding, train);
  const engine = selectEngine(posterior.engine);
  const components = kernelComponents(engine, kernelFromDocument(kernel), X, { count: contours });
  const ofPoints = components.project(encode(encoding, points));
  const shares = explainedShares(components).map((share, at, all) => share - (all[at - 1] ?? 0));
  return {
    contours: componentContourChart(
      {
        ...surface,
        components: Array.from({ length: ofPoints.columns }, (_, j) => ({
          name: `component ${j + 1}`,
          values: Float64Array.from({ length: ofPoints.rows }, (_row, i) => ofPoints.data[i * ofPoints.columns + j]),
        })),
      },
      { document, title: `${data}: kernel principal components` },
    ),
    scatter: componentScatterChart(
      { classes, rowClasses: training.classes, scores: components.scores, shares },
      { document, title: `${data}: training rows by their components`, components: scattered },
    ),
  };
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
