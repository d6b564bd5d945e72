import { encode } from "../packages/kernelbayes/src/encoding/encode.ts";
import { selectEngine } from "../packages/kernelbayes/src/engine/select.ts";
import { contrastAt } from "../packages/kernelbayes/src/inference/fisher/law.ts";
import { tableOf, type Table } from "../packages/kernelbayes/src/table/table.ts";
import {
  decisionBoundaryChart,
  decisionPlane,
  planePoints,
  projectionChart,
  relevanceChart,
  type PlaneRows,
} from "../packages/report/src/index.ts";
import { svgDocument } from "../packages/report/src/node.ts";
import type { ToyStart } from "./toyFit.ts";

/** A figure and the name of its file. */
export interface Drawing {
  readonly file: string;
  readonly svg: string;
}

/** How a fit is named in a title and in the name of a file. */
export interface Naming {
  readonly title: string;
  readonly file: string;
}

/** The boundary with lines at a quarter of the way to the projected means, the projections, and the relevance of columns. */
export function drawToy(set: string, how: Naming, table: Table, toy: ToyStart): Drawing[] {
  const document = svgDocument();
  const { posterior, weights } = toy;
  const plane = decisionPlane(posterior, table, { resolution: 160 });
  const { axes, classes, rows } = plane;
  const heading = `${set[0].toUpperCase()}${set.slice(1)}, ${how.title}`;
  // ḡ, the place between the means of the classes, which lie d/2 = 1 below and above its boundary.
  const half = toy.fit.law.distance / 2;
  const projection = { values: project(toy, axes, planePoints(plane.plane)), boundary: 0, means: [-half, half] };
  const stem = `${set}-${how.file}`;
  return [
    {
      file: `${stem}.svg`,
      svg: decisionBoundaryChart({ ...plane, projection }, { document, title: heading, quarterLines: true }),
    },
    {
      file: `${stem}-projection.svg`,
      svg: projectionChart(
        { classes, values: project(toy, axes, rows), rowClasses: rows.classes, boundary: 0 },
        { document, title: `${heading}: training rows`, label: "projection from the midpoint of the class means" },
      ),
    },
    {
      file: `${stem}-relevance.svg`,
      svg: relevanceChart(
        axes.map((name, column) => ({ name, weight: weights?.[column] ?? 1 })),
        { document, title: `${heading}: relevance of the columns` },
      ),
    },
  ];
}

/** The posterior mean of the projection, relative to the midpoint of the class means. */
function project(
  { posterior, fit: { kernel, rows, law } }: ToyStart,
  axes: readonly string[],
  points: Pick<PlaneRows, "x" | "y">,
): Float64Array {
  const engine = selectEngine();
  const table = tableOf(
    [points.x, points.y].map((values, axis) => ({
      name: axes[axis],
      type: "number",
      values: Float64Array.from(values),
    })),
  );
  const X = encode(posterior.encoding, table);
  return contrastAt(engine, law, kernel.cross(engine, rows, X), kernel.diagonal(X)).mean;
}
