// The package as it is built, which is what its users run.
import { fitSync, type Posterior, type Table } from "kernelbayes";
import { selectEngine } from "kernelbayes/engine";
import { modelFromDocument, version } from "kernelbayes/models";
import { tableOf } from "kernelbayes/table";
import "kernelbayes/node";
import { serveContender } from "./serveContender.ts";

const engine = selectEngine(process.argv[2]);
const model = modelFromDocument(JSON.parse(process.argv[3]));
let train: Table;
let test: Table;
let posterior: Posterior;

await serveContender({
  name: `kernelbayes ${version} ${model.name}, ${engine.name}`,
  load(rows) {
    const labels = { name: "class", type: "text", codes: Int32Array.from(rows.classes), levels: ["0", "1"] } as const;
    train = tableOf([...numberColumns(rows.train, rows.columns), labels]);
    test = tableOf(numberColumns(rows.test, rows.columns));
  },
  fit(seed) {
    posterior = fitSync(model, train, { target: "class", seed, engine });
    return posterior.evidence;
  },
  predict() {
    const { probabilities } = posterior.predict(test);
    return Float64Array.from({ length: test.rows }, (_, row) => probabilities.data[2 * row + 1]);
  },
});

function numberColumns(
  rows: readonly number[],
  columns: number,
): { name: string; type: "number"; values: Float64Array }[] {
  return Array.from({ length: columns }, (_, j) => ({
    name: `x${j + 1}`,
    type: "number",
    values: Float64Array.from({ length: rows.length / columns }, (_, row) => rows[row * columns + j]),
  }));
}
