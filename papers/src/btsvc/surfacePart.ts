import { errorContourChart, evidenceContourChart } from "@kernelbayes/report";
import { svgDocument } from "@kernelbayes/report/node";
import type { ResultRow } from "@kernelbayes/experiment/node";
import { doneRows } from "../fitJob.ts";
import { foundOf } from "../found.ts";
import type { Drawing } from "../paper.ts";
import { kappasOf } from "./kappas.ts";
import type { DrawnSurface } from "./surface.ts";
import { surfaceOf } from "./surfaceTask.ts";
import { threeDigits } from "./threeDigits.ts";

/** What a surface shows. */
export interface SurfacePart {
  readonly problem: string;
  readonly title: string;
  /** By how much the error at the highest evidence is above the least, in per cent of the test rows. */
  readonly above?: number;
  readonly drawings: readonly Drawing[];
  readonly row: readonly Readonly<Record<string, string>>[];
}

/** Draws a surface of which all lines are there. */
export function surfacePart(
  { problem, kappas, kappa0s, lines, search }: DrawnSurface,
  rows: readonly ResultRow[],
): SurfacePart {
  const title = `the first partition of ${problem}`;
  const found = lines.map((line) => doneRows(rows, [line]).map(surfaceOf).at(0));
  const [end] = doneRows(rows, [search]);
  const kernel = end && foundOf(end).kernel;
  if (!kernel || found.includes(undefined)) return { problem, title, drawings: [], row: [] };
  const { kappa = Number.NaN, kappa0 = Number.NaN } = kappasOf(kernel);
  const points = found.flatMap((line) => line!);
  const [evidence, errors] = [points.map((point) => point.evidence), points.map(({ errorRate }) => errorRate)];
  const landscape = { parameters: ["κ", "κ₀"] as const, x: kappas, y: kappa0s };
  const document = svgDocument();
  const [least, most] = [Math.min(...errors.filter(Number.isFinite)), Math.max(...evidence.filter(Number.isFinite))];
  return {
    problem,
    title,
    above: 100 * (end.errorRate - least),
    drawings: [
      {
        file: `btsvc-figure-5-evidence-${problem}.svg`,
        svg: evidenceContourChart(
          { ...landscape, values: evidence, optimum: [kappa, kappa0] },
          { document, title: `Log evidence, ${problem}` },
        ),
      },
      {
        file: `btsvc-figure-5-error-${problem}.svg`,
        svg: errorContourChart(
          { ...landscape, values: errors, chosen: [kappa, kappa0] },
          { document, title: `Test error, ${problem}` },
        ),
      },
    ],
    row: [
      {
        problem,
        "κ, highest evidence": threeDigits(kappa),
        "κ₀, highest evidence": threeDigits(kappa0),
        "log evidence there": foundOf(end).evidence!.toFixed(1),
        "highest on the grid": most.toFixed(1),
        "error there, %": (100 * end.errorRate).toFixed(2),
        "least error on the grid, %": (100 * least).toFixed(2),
      },
    ],
  };
}
