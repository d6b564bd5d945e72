import type { PredictedRow } from "kernelbayes/predict";

/** What two ways of computing one probability may differ by: rows are predicted together, which rounds otherwise. */
const rounding = 1e-9;

/** Why predictions are not those of the library; undefined if they are. */
export function difference(got: readonly unknown[], expected: readonly PredictedRow[]): string | undefined {
  if (got.length !== expected.length) return `${got.length} rows in place of ${expected.length}`;
  for (const [at, row] of (got as readonly PredictedRow[]).entries()) {
    const wanted = expected[at];
    if (row.label !== wanted.label && isClear(wanted))
      return `row ${at + 1} is ${row.label} in place of ${wanted.label}`;
    for (const part of ["probabilities", "lower", "upper"] as const) {
      if ((row[part] === undefined) !== (wanted[part] === undefined))
        return `row ${at + 1}: ${part} is or is not there`;
      for (const [name, value] of Object.entries(wanted[part] ?? {})) {
        const other = row[part]![name];
        if (!(Math.abs(other - value) <= rounding))
          return `row ${at + 1}: ${part} of ${name} is ${other} in place of ${value}`;
      }
    }
    if (JSON.stringify(row.outside) !== JSON.stringify(wanted.outside))
      return `row ${at + 1} is outside in other columns`;
  }
  return undefined;
}

/** Whether rounding could not make another class the most probable one. */
function isClear({ probabilities }: PredictedRow): boolean {
  const [first, second] = Object.values(probabilities).toSorted((a, b) => b - a);
  return first - second > 10 * rounding;
}

/** Asks once, and throws if the answer is not that of the library. */
export async function checkPredictions(url: string, body: string, expected: readonly PredictedRow[]): Promise<void> {
  const response = await fetch(url, { method: "POST", headers: { "content-type": "application/json" }, body });
  const text = await response.text();
  if (response.status !== 200) throw new Error(`${url} answered ${response.status}: ${text}`);
  const wrong = difference((JSON.parse(text) as { predictions: unknown[] }).predictions, expected);
  if (wrong !== undefined) throw new Error(`${url} answered wrongly: ${wrong}.`);
}
