import { fit, tableFromColumns, type Model, type Table } from "kernelbayes";
import { matrix } from "kernelbayes/engine";
import { evaluate, lacksSignal, trainingData, measure } from "kernelbayes/evaluate";
import { stream } from "kernelbayes/numeric";
import type { Shape } from "./keptResults.ts";
import { modelNamed, type HonestyPart, type HonestySettings } from "./honestyPart.ts";
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
export const honestyNoise: HonestyPart = async (settings) => {
  const { models: given, seed, tell } = settings;
  const chosen = given ?? models.map((name) => [name, modelNamed(name)] as const);
  const wanted = settings.shapes ?? [...shapes.map(([n, p]) => `${n}x${p}`), "weak"];
  const rows: Record<string, string | number>[] = [];
  const verdicts: Verdict[] = [];
  for (const [name, model] of chosen) {
    for (const [n, p] of shapes.filter((shape) => wanted.includes(shape.join("x")))) {
      const found = await drawn(settings, name, `noise ${name} ${n}x${p}`, model, { rows: n, columns: p }, (at) => ({
        table: made(n, p, 0, seed * 10_000 + at),
        test: made(testRows, p, 0, seed * 10_000 + at + 5000),
      }));
      const silent = mean(found, ({ isSilent }) => Number(isSilent));
      const loss = mean(found, ({ logLoss }) => logLoss);
      tell(`noise: ${name}, ${n} × ${p}`);
      rows.push({
        model: name,
        rows: n,
        columns: p,
        draws: found.length,
        "no evidence": silent.toFixed(2),
        "log loss over frequencies": loss.toFixed(4),
      });
      verdicts.push(
        atLeast(`${name}, noise of ${n} × ${p}: "no evidence"`, silent, 0.95),
        atMost(`${name}, noise of ${n} × ${p}: log loss over class frequencies`, loss, 1.02),
      );
    }
    if (!wanted.includes("weak")) continue;
    const weak = await drawn(settings, name, `weak ${name}`, model, { rows: 200, columns: 10 }, (at) => ({
      table: made(200, 10, weakSlope, seed * 10_000 + at + 9000),
      test: made(testRows, 10, weakSlope, seed * 10_000 + at + 5000),
    }));
    const silent = mean(weak, ({ isSilent }) => Number(isSilent));
    tell(`weak signal: ${name}`);
    rows.push({
      model: name,
      rows: 200,
      columns: 10,
      draws: weak.length,
      "no evidence": silent.toFixed(2),
      "log loss over frequencies": `weak signal, ${mean(weak, ({ logLoss }) => logLoss).toFixed(4)}`,
    });
    verdicts.push(atLeast(`${name}, weak signal (best AUC 0.7): found`, 1 - silent, 0.8));
  }
  return { verdicts, sections: [{ title: "Noise, and a weak signal", rows }] };
};

/** What was said about one draw, and the log loss on test rows over that of even odds. */
interface NoiseDraw {
  readonly isSilent: boolean;
  readonly logLoss: number;
}

/** The outcomes of draws of tables; those that may not be computed are left out. */
async function drawn(
  { draws = 100, seed, executor, kept, revision }: HonestySettings,
  name: string,
  what: string,
  model: Model,
  shape: Shape,
  tablesOf: (draw: number) => { readonly table: Table; readonly test: Table },
): Promise<NoiseDraw[]> {
  const outcomes: NoiseDraw[] = [];
  for (let draw = 0; draw < draws; draw++) {
    const outcome = await kept.result(
      `${what} ${seed} ${draw}`,
      await revision(name, model, "signal", shape),
      async () => {
        const { table, test } = tablesOf(draw);
        const isSilent = lacksSignal(await measure(model, table, { target: "y", executor }));
        const posterior = await fit(model, table, { target: "y", executor });
        const { logProbabilities } = posterior.predict(test);
        const { names, classes } = trainingData(test, { target: "y" });
        const truth = classes.map((q) => posterior.classes.indexOf(names[q]));
        const probabilities = matrix(testRows, 2, logProbabilities.data.map(Math.exp));
        return { isSilent, logLoss: evaluate({ probabilities, logProbabilities }, truth).logLoss.mean / Math.LN2 };
      },
    );
    if (outcome) outcomes.push(outcome);
  }
  return outcomes;
}

function mean(draws: readonly NoiseDraw[], of: (draw: NoiseDraw) => number): number {
  return draws.reduce((sum, draw) => sum + of(draw), 0) / draws.length;
}

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
