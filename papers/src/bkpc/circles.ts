import { gaussian, type Matrix, type Table } from "kernelbayes";
import { circles } from "kernelbayes/data";
import { matrix, selectEngine } from "kernelbayes/engine";
import { areaUnderCurve } from "kernelbayes/evaluate";
import { explainedShares, kernelComponents, type KernelComponents } from "kernelbayes/models";
import { matrices } from "kernelbayes/numeric";
import { encodeLabels } from "kernelbayes/table";
import { componentContourChart, componentScatterChart, planePoints } from "@kernelbayes/report";
import { svgDocument } from "@kernelbayes/report/node";
import { judgedClaim } from "../benchmark/benchmarkFigures.ts";
import { featureMatrix } from "../bfd/featureMatrix.ts";
import { figureText } from "../markdown.ts";
import { numbersIn } from "../numbersIn.ts";
import type { PagePart, ReproduceSettings, Study } from "../paper.ts";
import { columnCorrelation } from "./columnCorrelation.ts";

const files = {
  contours: "bkpc-figure-3.svg",
  columns: "bkpc-figure-4a.svg",
  components: "bkpc-figure-4b.svg",
};
const [rows, theta] = [100, 5];
/** Kernels with single rows, and components, that are drawn. */
const [drawnKernels, drawnComponents] = [9, 3];
/** Of the inner circle, which the paper does not give; that of the outer one is 1. */
const innerRadius = 0.2;
const plane = { x: [-1.5, 1.5], y: [-1.5, 1.5], columns: 80, rows: 80 } as const;

/** Figures 3 and 4: two circles, by kernel components and by columns of the kernel matrix. */
export function bkpcCircles({ engine, seed }: Pick<ReproduceSettings, "engine" | "seed">): Study {
  return {
    title: "Figures 3 and 4: two circles",
    shows: ["Figure 3", "Figure 4"],
    stages: [],
    part: () => partOf(circles({ rows, seed, innerRadius }), circles({ rows, seed }), engine),
  };
}

function partOf(table: Table, wider: Table, engineName: string): PagePart {
  const engine = selectEngine(engineName);
  const { names, classes } = encodeLabels(table, "class");
  const X = featureMatrix(table, "class", { standardize: "none" });
  const kernel = gaussian({ lengthScale: (2 * theta) ** -0.5 });
  const componentsOf = (shown: Matrix): KernelComponents =>
    kernelComponents(engine, kernel, shown, { count: drawnComponents });
  const components = componentsOf(X);
  const [other] = separationOf(
    componentsOf(featureMatrix(wider, "class", { standardize: "none" })),
    encodeLabels(wider, "class").classes,
  );
  const K = kernel.matrix(engine, X);
  const columns = matrices.selectColumns(
    K,
    Int32Array.from({ length: drawnKernels }, (_, at) => at),
  );
  const [kernels, scores] = [columnCorrelation(columns), columnCorrelation(components.scores)];
  const document = svgDocument();
  const shared = { classes: names, rowClasses: classes };
  const separated = separationOf(components, classes);
  return {
    text: [
      `${rows} rows, half of them around a circle of radius ${innerRadius} and half around one of radius 1, with normal noise of deviation 0.1 in each column; the paper does not say how its own were drawn. The kernel is exp(−θ‖x − z‖²) with θ = ${theta}. ` +
        "Each row has a function of its own, the kernel with this row. Such functions of neighbouring rows are nearly the same, and so are their values on the other rows: their coefficients can take each other's place, and data cannot tell them apart. " +
        "Kernel components are uncorrelated by construction, and few of them hold what there is to see.",
      figureText(
        files.contours,
        "Figure 3: the rows, with contours of the first three kernel components over the plane. The heavy line is where the component is 0.",
      ),
      figureText(
        files.columns,
        "Figure 4 (a): the rows by the kernels with the first nine rows, each against each other.",
      ),
      figureText(files.components, "Figure 4 (b): the same rows by the first three kernel components."),
    ].join("\n\n"),
    drawings: [
      { file: files.contours, svg: contourDrawing(table, components, names, classes) },
      {
        file: files.columns,
        svg: componentScatterChart(
          { ...shared, scores: columns },
          { document, title: "Two circles: kernels with nine rows", components: drawnKernels, noun: "kernel" },
        ),
      },
      {
        file: files.components,
        svg: componentScatterChart(
          { ...shared, scores: components.scores, shares: singleShares(components) },
          { document, title: "Two circles: three kernel components", components: drawnComponents },
        ),
      },
    ],
    verdicts: [],
    claims: [
      judgedClaim(
        {
          claim:
            "Kernels with single rows are highly correlated, and kernel components are not. (Rule: the largest correlation of two of nine kernels is above 0.9, that of two components below 0.01.)",
          where: "Section 3.1, Figure 4",
        },
        true,
        kernels.largest > 0.9 && scores.largest < 0.01,
        `Largest and mean absolute correlation: ${kernels.largest.toFixed(2)} and ${kernels.mean.toFixed(2)} of kernels, ${scores.largest.toFixed(2)} and ${scores.mean.toFixed(2)} of components.`,
      ),
      judgedClaim(
        {
          claim:
            "The first component separates the two classes. (Rule: an area under the curve of at least 0.99 for the first component alone.)",
          where: "Section 3.1, Figure 4",
        },
        true,
        separated[0] >= 0.99,
        `Areas of the first three components: ${separated.map((area) => area.toFixed(3)).join(", ")}. With an inner circle of radius ½ the first has ${other.toFixed(3)}: it depends on how compact the inner class is.`,
      ),
    ],
  };
}

/** How well each component by itself tells the classes apart, whichever way round. */
function separationOf({ scores }: KernelComponents, classes: Int32Array): number[] {
  return Array.from({ length: scores.columns }, (_, j) => {
    const area = areaUnderCurve(columnOf(scores, j), classes);
    return Math.max(area, 1 - area);
  });
}

function columnOf({ data, rows: count, columns }: Matrix, j: number): Float64Array {
  return Float64Array.from({ length: count }, (_, i) => data[i * columns + j]);
}

function singleShares(components: KernelComponents): number[] {
  return Array.from(
    explainedShares(components),
    (share, at) => share - (at === 0 ? 0 : explainedShares(components)[at - 1]),
  );
}

function contourDrawing(
  table: Table,
  components: KernelComponents,
  names: readonly string[],
  classes: Int32Array,
): string {
  const { x, y } = planePoints(plane);
  const points = matrix(x.length, 2);
  x.forEach((value, at) => points.data.set([value, y[at]], 2 * at));
  const scores = components.project(points);
  return componentContourChart(
    {
      axes: ["x₁", "x₂"],
      classes: names,
      plane,
      rows: { x: numbersIn(table, "x1"), y: numbersIn(table, "x2"), classes },
      components: Array.from({ length: drawnComponents }, (_, j) => ({
        name: `component ${j + 1}`,
        values: columnOf(scores, j),
      })),
    },
    { document: svgDocument(), title: `Two circles: kernel components, θ = ${theta}` },
  );
}
