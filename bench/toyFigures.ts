import { type Table } from "kernelbayes";
import { selectEngine } from "kernelbayes/engine";
import { kernelFromDocument } from "kernelbayes/kernels";
import { encode, tableOf } from "kernelbayes/table";
import {
  decisionBoundaryChart,
  decisionPlane,
  planePoints,
  projectionChart,
  relevanceChart,
  type PlaneRows,
} from "@kernelbayes/report";
import { svgDocument } from "@kernelbayes/report/node";
import { contrastAt, fisherContrasts, fisherPosterior, kernelOnRows } from "#kernelbayes/internal";
import type { ToyStart } from "./toyFit.ts";

/** A figure and the name of its file. */
export interface Drawing {
  readonly file: string;
  readonly svg: string;
}

/** From rows to their projections. */
type Project = (points: Pick<PlaneRows, "x" | "y">) => Float64Array;

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
  const project = projectionOf(table, toy);
  const projection = { values: project(planePoints(plane.plane)), boundary: 0, means: [-1, 1] };
  const stem = `${set}-${how.file}`;
  return [
    {
      file: `${stem}.svg`,
      svg: decisionBoundaryChart({ ...plane, projection }, { document, title: heading, quarterLines: true }),
    },
    {
      file: `${stem}-projection.svg`,
      svg: projectionChart(
        { classes, values: project(rows), rowClasses: rows.classes, boundary: 0 },
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

/** Gives rows their places between the means of the classes, which lie d/2 = 1 below and above 0. */
function projectionOf(table: Table, { posterior, kernel: document, precision }: ToyStart): Project {
  const engine = selectEngine();
  const kernel = kernelFromDocument(document);
  const X = encode(posterior.encoding, table);
  const classes = Int32Array.from(posterior.training.classes);
  const contrasts = fisherContrasts(classes, new Float64Array(X.rows).fill(1));
  const law = fisherPosterior(engine, kernelOnRows(engine, kernel, X, contrasts), contrasts, { precision });
  return ({ x, y }) => {
    const names = posterior.encoding.columns.map(({ name }) => name);
    const values = [x, y].map((each) => Float64Array.from(each));
    const Z = encode(
      posterior.encoding,
      tableOf(names.map((name, at) => ({ name, type: "number", values: values[at] }))),
    );
    return contrastAt(engine, law, kernel.cross(engine, X, Z), kernel.diagonal(Z)).mean;
  };
}
