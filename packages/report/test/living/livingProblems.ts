import { fitSync, iris, models, selectRows, tableFromColumns, type ModelName } from "kernelbayes";
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
