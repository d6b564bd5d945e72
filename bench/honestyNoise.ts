import { evaluate, fit, lacksSignal, matrix, stream, tableFromColumns, type Table } from "kernelbayes";
import { measure } from "kernelbayes/evaluate";
import { modelNamed, type HonestyPart } from "./honestyPart.ts";
import { atLeast, atMost, type Verdict } from "./verdict.ts";

const shapes = [
  [40, 3000],
  [200, 5],
  [60, 200],
] as const;
const models = ["auto", "lssvm", "gpc", "rda", "logistic"];
const testRows = 400;
/** With this slope in each of three columns of ten the best possible AUC is 0.7. */
const weakSlope = 0.46;

/** Labels that nothing predicts: that this is said, and that probabilities keep to the class frequencies. Then a weak signal: that it is found. */
export const honestyNoise: HonestyPart = async ({ models: given, draws = 100, seed, executor, tell }) => {
  const chosen = given ?? models.map((name) => [name, modelNamed(name)] as const);
  const rows: Record<string, string | number>[] = [];
  const verdicts: Verdict[] = [];
  for (const [name, model] of chosen) {
    for (const [n, p] of shapes) {
      let silent = 0;
      let loss = 0;
      for (let draw = 0; draw < draws; draw++) {
        const table = made(n, p, 0, seed * 10_000 + draw);
        silent += Number(lacksSignal(await measure(model, table, { target: "y", executor })));
        const posterior = await fit(model, table, { target: "y", executor });
        const test = made(testRows, p, 0, seed * 10_000 + draw + 5000);
        const { logProbabilities } = posterior.predict(test);
        const truth = Array.from({ length: testRows }, (_, row) =>
          posterior.classes.indexOf(row % 2 === 0 ? "a" : "b"),
        );
        const { data } = logProbabilities;
        const probabilities = matrix(testRows, 2, data.map(Math.exp));
        loss += evaluate({ probabilities, logProbabilities }, truth).logLoss.mean / Math.LN2 / draws;
      }
      tell(`noise: ${name}, ${n} × ${p}`);
      rows.push({
        model: name,
        rows: n,
        columns: p,
        draws,
        "no evidence": silent / draws,
        "log loss over frequencies": loss.toFixed(4),
      });
      verdicts.push(
        atLeast(`${name}, noise of ${n} × ${p}: "no evidence"`, silent / draws, 0.95),
        atMost(`${name}, noise of ${n} × ${p}: log loss over class frequencies`, loss, 1.02),
      );
    }
    let found = 0;
    for (let draw = 0; draw < draws; draw++) {
      const table = made(200, 10, weakSlope, seed * 10_000 + draw + 9000);
      found += Number(!lacksSignal(await measure(model, table, { target: "y", executor })));
    }
    tell(`weak signal: ${name}`);
    rows.push({
      model: name,
      rows: 200,
      columns: 10,
      draws,
      "no evidence": 1 - found / draws,
      "log loss over frequencies": "weak signal",
    });
    verdicts.push(atLeast(`${name}, weak signal (best AUC 0.7): found`, found / draws, 0.8));
  }
  return { verdicts, sections: [{ title: "Noise, and a weak signal", rows }] };
};

/** Normal columns, of which the first three say something if the slope is not 0; without, the classes alternate. */
function made(n: number, p: number, slope: number, seed: number): Table {
  const random = stream(seed, n, p);
  const normal = (): number =>
    Math.sqrt(-2 * Math.log(1 - random.uniform())) * Math.cos(2 * Math.PI * random.uniform());
  const columns = Array.from({ length: p }, () => Float64Array.from({ length: n }, normal));
  const label = Array.from({ length: n }, (_, row) => {
    if (slope === 0) return row % 2 === 0 ? "a" : "b";
    const odds = slope * (columns[0][row] + columns[1][row] + columns[2][row]);
    return random.uniform() < 1 / (1 + Math.exp(-odds)) ? "a" : "b";
  });
  return tableFromColumns({ ...Object.fromEntries(columns.map((values, j) => [`x${j}`, values])), y: label });
}
