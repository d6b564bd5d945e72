import { tableFromColumns } from "kernelbayes";
import { formatCsv } from "kernelbayes/table";
import { summarize, type Figure, type ResultRow } from "@kernelbayes/experiment/node";

const figures: readonly Figure[] = ["errorRate", "areaUnderCurve", "logLoss", "brier", "calibrationError", "seconds"];

/** Mean and deviation of every measure by data set and method, as CSV. */
export function summaryCsv(rows: readonly ResultRow[]): string {
  const summaries = summarize([...new Map(rows.map((row) => [row.key, row])).values()]);
  return formatCsv(
    tableFromColumns({
      dataset: summaries.map(({ dataset }) => dataset),
      method: summaries.map(({ method }) => method),
      runs: summaries.map(({ done }) => done),
      failed: summaries.map(({ failed }) => failed),
      ...Object.fromEntries(
        figures.flatMap((figure) => [
          [figure, summaries.map((summary) => rounded(summary[figure].mean))],
          [`${figure}Deviation`, summaries.map((summary) => rounded(summary[figure].deviation))],
        ]),
      ),
    }),
  );
}

/** Six digits: what is beyond them depends on the machine. */
function rounded(value: number): number {
  return Number.isFinite(value) ? Number(value.toPrecision(6)) : value;
}
