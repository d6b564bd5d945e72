import { normal, stream } from "../../random/index.ts";
import { tableFromColumns, type Table } from "../../table/table.ts";
import { ensure } from "../check.ts";
import { fitted, labels, modelCheck, target, type ModelCheck, type Trial } from "./trial.ts";

const draws = 3;
const newRows = 200;
/** Of 60 rows in five columns of noise a model may lose so much to the class frequencies, averaged over the draws. */
const mostLoss = 1.1;
const level = 0.9;
/** Three draws say little of a coverage, and not every model can represent the law: these bounds find intervals that mean something else. */
const leastCovered = 0.6;
const mostWidth = 0.75;

/** What a model says where the truth is known: labels that nothing predicts, and Gaussian classes, whose probabilities have a formula. */
export const truthChecks: readonly ModelCheck[] = [
  modelCheck(
    "without-signal",
    `where no column says anything, the log loss of new rows is at most ${mostLoss} times that of the class frequencies`,
    (trial) => {
      const losses = Array.from({ length: draws }, (_, draw) => lossOnNoise(trial, draw));
      const ratio = mean(losses) / Math.log(trial.classes);
      ensure(ratio <= mostLoss, `the log loss is ${ratio} times that of the class frequencies`);
    },
  ),
  modelCheck(
    "intervals-hold-truth",
    `intervals at level ${level} hold the true probability of at least ${leastCovered} of new rows, and are not wider than ${mostWidth}`,
    (trial) => {
      const found = Array.from({ length: draws }, (_, draw) => coverage(trial, draw));
      const covered = mean(found.map((each) => each.covered));
      const width = mean(found.map((each) => each.width));
      ensure(covered >= leastCovered, `only ${covered} of the true probabilities lie in their intervals`);
      ensure(width <= mostWidth, `the intervals have a mean width of ${width}`);
    },
  ),
];

function lossOnNoise(trial: Trial, draw: number): number {
  const random = stream(31, trial.classes, draw);
  const noise = (rows: number): Table => {
    const cells = Array.from({ length: 5 }, (_, j) => [`x${j}`, Array.from({ length: rows }, () => normal(random))]);
    const coins = Array.from({ length: rows }, (_, row) => labels[row % trial.classes]);
    return tableFromColumns({ ...Object.fromEntries(cells), [target]: coins });
  };
  const posterior = fitted(trial, noise(60));
  const { logProbabilities } = posterior.predict(noise(newRows));
  const C = trial.classes;
  return mean(
    Array.from({ length: newRows }, (_, row) => {
      const own = posterior.classes.indexOf(labels[row % C]);
      return -logProbabilities.data[row * C + own];
    }),
  );
}

/** Unit normal clouds on a circle of radius 1: the log odds of two of them are linear in x. */
function coverage(trial: Trial, draw: number): { readonly covered: number; readonly width: number } {
  const C = trial.classes;
  const random = stream(37, C, draw);
  const centers = Array.from({ length: C }, (_, k) => [
    Math.cos((2 * Math.PI * k) / C),
    Math.sin((2 * Math.PI * k) / C),
  ]);
  const rowsOf = (count: number): number[][] =>
    Array.from({ length: count }, (_, row) => [...centers[row % C], 0].map((center) => center + normal(random)));
  const cells = (rows: readonly (readonly number[])[]): Record<string, number[]> =>
    Object.fromEntries(["a", "b", "c"].map((name, j) => [name, rows.map((row) => row[j])]));
  const training = rowsOf(30 * C);
  const posterior = fitted(
    trial,
    tableFromColumns({ ...cells(training), [target]: training.map((_, row) => labels[row % C]) }),
  );
  const places = rowsOf(newRows);
  const { lower, upper, classes } = posterior.predict(tableFromColumns(cells(places)), { level });
  let held = 0;
  let width = 0;
  places.forEach(([a, b], row) => {
    const densities = centers.map(([x, y]) => Math.exp(a * x + b * y));
    const sum = densities.reduce((all, each) => all + each, 0);
    classes.forEach((label, c) => {
      const p = densities[labels.indexOf(label)] / sum;
      const [low, high] = [lower.data[row * C + c], upper.data[row * C + c]];
      if (low <= p && p <= high) held++;
      width += high - low;
    });
  });
  const ends = newRows * C;
  return { covered: held / ends, width: width / ends };
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
