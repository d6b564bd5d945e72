import { expect, test } from "vitest";
import { fitSync } from "../../../src/fit/fit.ts";
import { recursiveFeatureMachine } from "../../../src/models/leastSquares/rfm.ts";
import { normal } from "../../../src/random/normal.ts";
import { stream } from "../../../src/random/stream.ts";
import { asText, columnNamed, tableFromColumns, type Table } from "../../../src/table/index.ts";

/** Two classes apart along one mixture of two columns, bent, among eight columns of noise. */
function mixture(rows: number, seed: number): Table {
  const source = stream(seed);
  const columns = Array.from({ length: 10 }, () => Array.from({ length: rows }, () => normal(source)));
  const label = columns[0].map((a, i) =>
    Math.sin(1.5 * (a + columns[1][i])) + 0.1 * normal(source) > 0 ? "up" : "down",
  );
  return tableFromColumns({ ...Object.fromEntries(columns.map((values, j) => [`x${j}`, values])), label });
}

const [training, test1000] = [mixture(240, 1), mixture(1000, 2)];

function losses(metric: "full" | "none"): { readonly claimed: number; readonly test: number } {
  const posterior = fitSync(recursiveFeatureMachine({ metric }), training, { target: "label", seed: 1 });
  const { data } = posterior.predict(test1000).logProbabilities;
  const labels = mixtureLabels(test1000);
  const test =
    labels.reduce((sum, label, i) => sum - data[2 * i + posterior.classes.indexOf(label ?? "")], 0) / labels.length;
  const { logProbabilities } = posterior.leaveOneOut!;
  const own = mixtureLabels(training);
  const claimed =
    own.reduce((sum, label, i) => sum - logProbabilities.data[2 * i + posterior.classes.indexOf(label ?? "")], 0) /
    own.length;
  return { claimed, test };
}

function mixtureLabels(table: Table): (string | undefined)[] {
  return asText(columnNamed(table, "label"));
}

test("a learned metric finds the mixture of columns that matters, and its leave-one-out does not promise more than new rows show", () => {
  const [learned, plain] = [losses("full"), losses("none")];
  expect(learned.test).toBeLessThan(0.75 * plain.test);
  expect(learned.claimed).toBeGreaterThan(0.8 * learned.test);
  expect(plain.claimed).toBeGreaterThan(0.8 * plain.test);
});
