import { fitSync, iris, selectRows, tableFromColumns } from "kernelbayes";
import { models, type ModelName } from "kernelbayes/models";
import { driftMonitor } from "kernelbayes/evaluate";
import { livingRows, svgDocument } from "@kernelbayes/report/node";
import { comparisonReport } from "../../src/report/comparisonReport.ts";
import { evaluationReport } from "../../src/report/evaluationReport.ts";
import type { ReportInput } from "../../src/report/reportInput.ts";

/** Every third flower by a model of the catalogue. */
export function flowersBy(name: ModelName): ReportInput {
  const rows = Array.from({ length: 50 }, (_, row) => 3 * row + 1);
  const table = selectRows(iris(), rows);
  return { posterior: fitSync(models[name].create(), table, { target: "species" }), table };
}

/** Names and labels that would run a script wherever one of them became markup. */
const hostile: readonly string[] = [
  `"><img src=x onerror="window.wasHit=1">`,
  `</script><script>window.wasHit=1</script>`,
  `'--><svg onload=window.wasHit=1>`,
];

/** A table with a hostile name for each column and row, and hostile labels and levels. */
export function hostileRows(): ReportInput {
  const count = 40;
  const rows = Array.from({ length: count }, (_, row) => row);
  const isFirst = (row: number): boolean => row % 2 === 0;
  const table = tableFromColumns({
    [hostile[0]]: rows.map((row) => (isFirst(row) ? row % 7 : 4 + (row % 9))),
    [hostile[1]]: rows.map((row) => (row % 3 === 0 ? hostile[0] : hostile[1])),
    [hostile[2]]: rows.map((row) => (isFirst(row) || row % 5 === 0 ? hostile[1] : hostile[2])),
  });
  const posterior = fitSync(models.lssvm.create(), table, { target: hostile[2] });
  return { posterior, table, rowNames: rows.map((row) => `${hostile[row % 3]} ${row}`), source: hostile[1] };
}

/** A report of all flowers, by a model of every third one. */
export function evaluationOf({ posterior }: ReportInput): string {
  const table = iris();
  const monitor = driftMonitor(posterior);
  monitor.add(table);
  const { logProbabilities } = posterior.predict(table, { intervals: false });
  const truth = Array.from({ length: table.rows }, (_, row) => Math.floor(row / 50));
  const rows = { truth, logProbabilities, rows: truth.map((_, row) => row) };
  const input = { posterior, rows, drift: monitor.drift(), source: "flowers.csv" };
  return evaluationReport(input, { document: svgDocument(), living: livingRows });
}

/** A report of two models, one of them clearly worse. */
export function comparisonOfTwo(): string {
  const measure = { mean: 0.1, deviation: 0.02 };
  const model = {
    errorRate: measure,
    logLoss: measure,
    areaUnderCurve: { mean: 0.98, deviation: 0.01 },
    brier: measure,
    calibrationError: 0.02,
    calibrationByChance: 0.02,
    values: [0.08, 0.12],
  };
  return comparisonReport(
    {
      target: "species",
      measure: "logLoss",
      alpha: 0.05,
      models: [
        { ...model, title: "rda", meanRank: 1, p: undefined },
        { ...model, title: "lda:missing=drop", meanRank: 2, p: 0.01 },
      ],
      groups: [[0], [1]],
      splits: "2 random splits",
      rows: 150,
      trainRows: 112,
      testRows: 38,
      seed: 1,
      library: "0.1.0",
      command: ["kernelbayes", "compare", "iris.csv"],
    },
    { document: svgDocument() },
  );
}
