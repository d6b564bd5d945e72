import type { Summary } from "@kernelbayes/experiment/node";
import type { Row, Section } from "./benchmark.ts";

/** Some methods beside each other: error, log loss and pooled calibration error with its floor, a row for each data set. */
export function besideTable(methods: readonly string[], summaries: readonly Summary[]): Section {
  const datasets = [...new Set(summaries.map(({ dataset }) => dataset))];
  const shown = (value: number | undefined, digits: number): string =>
    value === undefined || Number.isNaN(value) ? "-" : value.toFixed(digits);
  const columns: readonly (readonly [string, (summary: Summary | undefined) => string])[] = [
    ["error %", (summary) => shown(summary && 100 * summary.errorRate.mean, 2)],
    ["log loss", (summary) => shown(summary?.logLoss.mean, 4)],
    [
      "calibration (chance)",
      (summary) => {
        const { error, byChance } = summary?.pooledCalibration ?? {};
        return error === undefined ? "-" : `${shown(error, 3)} (${shown(byChance, 3)})`;
      },
    ],
  ];
  return {
    title: `${methods.join(", ")} beside each other`,
    rows: datasets.map((dataset): Row => {
      const of = (method: string): Summary | undefined =>
        summaries.find((summary) => summary.dataset === dataset && summary.method === method);
      const cells = columns.flatMap(([title, cell]) =>
        methods.map((method) => [`${title} ${method}`, cell(of(method))]),
      );
      return { "data set": dataset, ...Object.fromEntries(cells) };
    }),
  };
}
