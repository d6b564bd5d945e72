import type { Prediction } from "kernelbayes";
import type { Work } from "kernelbayes/progress";
import { probabilityDrawsChart } from "@kernelbayes/report";
import { svgDocument } from "@kernelbayes/report/node";
import type { ExperimentInput, Measured } from "@kernelbayes/experiment/node";
import { fitStudy } from "../fitStudy.ts";
import type { Found } from "../found.ts";

/** Rows that are drawn. */
const count = 6;

/** Fits a model of draws, measures it, and draws the class probabilities of the test rows that it is least sure of. */
export function* drawnRowsTask(input: ExperimentInput): Work<Measured> {
  const { posterior, test, truth, prediction, measured, found } = yield* fitStudy(input);
  const { classes } = prediction;
  const draws = posterior.draws?.(test);
  if (!draws) throw new TypeError(`${posterior.model.name} has no draws of class probabilities.`);
  const { dataset, method } = input.experiment;
  const svg = probabilityDrawsChart(
    {
      classes,
      rows: doubtfulRows(prediction).map((row) => ({
        name: `test row ${row + 1}`,
        draws: draws[row],
        actual: classes.indexOf(truth[row] ?? ""),
      })),
    },
    {
      document: svgDocument(),
      title: `${dataset}, ${method.toUpperCase()}: the ${count} test rows that are told least surely`,
    },
  );
  const kept: Found = { ...found, svg };
  return { ...measured, found: JSON.stringify(kept) };
}

/** The rows whose most probable class has the least probability, the most doubtful first. */
function doubtfulRows({ classes, probabilities }: Prediction): number[] {
  const C = classes.length;
  const surest = Array.from({ length: probabilities.rows }, (_, row) =>
    Math.max(...probabilities.data.subarray(row * C, (row + 1) * C)),
  );
  return Array.from(surest.keys())
    .toSorted((a, b) => surest[a] - surest[b])
    .slice(0, count);
}
