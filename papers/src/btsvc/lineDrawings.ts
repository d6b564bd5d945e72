import { asText, columnNamed } from "kernelbayes/table";
import { curveChart, type Curve } from "@kernelbayes/report";
import { svgDocument } from "@kernelbayes/report/node";
import { numbersIn } from "../numbersIn.ts";
import type { Drawing, ReproduceSettings } from "../paper.ts";
import { studyRows } from "../studyData.ts";
import { linePoints, type PredictedLine } from "./predictedLine.ts";

/** What the machines say along the line on the first draw, without the outlier and with it. */
export interface FirstDraw {
  readonly dataset: string;
  line(machine: string): PredictedLine | undefined;
}

/** A panel of Figure 2 with what stands below it. */
export interface LinePanel extends Drawing {
  readonly caption: string;
}

const titles = { without: "without the outlier", with: "with the outlier" };

/** The six panels of Figure 2, those of which the fits are there. */
export function linePanels(
  [without, withOutlier]: readonly [FirstDraw, FirstDraw],
  settings: Pick<ReproduceSettings, "directory" | "seed">,
): LinePanel[] {
  const probabilities = (machine: string): Curve[] =>
    [
      { draw: without, name: titles.without, isDashed: false },
      { draw: withOutlier, name: titles.with, isDashed: true },
    ].flatMap(({ draw, name, isDashed }) => {
      const line = draw.line(machine);
      return line ? [{ name: `${machine}, ${name}`, isDashed, points: pointsOf(line.probability) }] : [];
    });
  const panels: readonly (Omit<LinePanel, "svg" | "file"> & {
    readonly letter: string;
    readonly title: string;
    readonly y: string;
    readonly curves: readonly Curve[];
  })[] = [
    {
      letter: "a",
      title: "The densities of both classes",
      y: "density",
      caption: "the densities of the two classes.",
      curves: [-2, 2].map((mean) => ({
        name: mean < 0 ? "class +" : "class −",
        points: pointsOf(linePoints.map((x) => Math.exp(-((x - mean) ** 2) / 2) / Math.sqrt(2 * Math.PI))),
      })),
    },
    {
      letter: "b",
      title: "Log odds without the outlier",
      y: "log odds",
      caption:
        "the log odds of class + by BTSVC with their deviation up and down (dashed), and the output of SVC, without the outlier. The paper draws the function f of BTSVC itself, which stays nearer to the margin; predictions of this library carry it on the scale of log odds.",
      curves: [...withErrorBars("BTSVC", without), ...plain("SVC", without), ...rowsOf(without, settings)],
    },
    {
      letter: "c",
      title: "Probabilities by BTSVC",
      y: "P(+ | x)",
      caption: "the probability of class + by BTSVC, without the outlier and with it.",
      curves: probabilities("BTSVC"),
    },
    {
      letter: "d",
      title: "Log odds with the outlier",
      y: "log odds",
      caption: "as (b), with the outlier of class − at −2.",
      curves: [...withErrorBars("BTSVC", withOutlier), ...plain("SVC", withOutlier), ...rowsOf(withOutlier, settings)],
    },
    {
      letter: "e",
      title: "Probabilities by GPC",
      y: "P(+ | x)",
      caption: "the probability of class + by GPC, without the outlier and with it.",
      curves: probabilities("GPC"),
    },
    {
      letter: "f",
      title: "Log odds by GPC with the outlier",
      y: "log odds",
      caption: "the log odds by GPC, which are its function, with their deviation, with the outlier.",
      curves: [...withErrorBars("GPC", withOutlier), ...rowsOf(withOutlier, settings)],
    },
  ];
  return panels.flatMap(({ letter, title, y, caption, curves }) =>
    curves.length === 0
      ? []
      : [
          {
            file: `btsvc-figure-2${letter}.svg`,
            caption: `Figure 2 (${letter}): ${caption}`,
            svg: curveChart(curves, {
              document: svgDocument(),
              title: `(${letter}) ${title}`,
              x: { label: "x", domain: [-6, 6] },
              y: { label: y },
            }),
          },
        ],
  );
}

function pointsOf(values: readonly number[]): { x: number; y: number }[] {
  return linePoints.map((x, at) => ({ x, y: values[at] }));
}

function withErrorBars(machine: string, { line }: FirstDraw): Curve[] {
  const found = line(machine);
  if (!found) return [];
  const { mean, deviation } = found;
  return [
    { name: `${machine}, mean`, points: pointsOf(mean) },
    ...[1, -1].map((side) => ({
      name: side > 0 ? "plus one deviation" : "minus one deviation",
      isDashed: true,
      points: pointsOf(mean.map((value, at) => value + side * deviation[at])),
    })),
  ];
}

function plain(machine: string, { line }: FirstDraw): Curve[] {
  const found = line(machine);
  return found ? [{ name: machine, points: pointsOf(found.mean) }] : [];
}

/** The rows of the draw as dots at ±1; those of a draw without fits are not drawn. */
function rowsOf({ dataset, line }: FirstDraw, settings: Pick<ReproduceSettings, "directory" | "seed">): Curve[] {
  if (!line("BTSVC") && !line("GPC")) return [];
  const { train, target } = studyRows({ ...settings, dataset, partition: 1 }, { source: "chuLine" });
  const labels = asText(columnNamed(train, target));
  const x = Array.from(numbersIn(train, "x1"));
  return [
    { label: "positive", name: "rows of class +", y: 1 },
    { label: "negative", name: "rows of class −", y: -1 },
  ].map(({ label, name, y }) => ({
    name,
    hasLine: false,
    points: x.filter((value, row) => labels[row] === label && Math.abs(value) <= 6).map((value) => ({ x: value, y })),
  }));
}
