import { fitSync } from "../../fit/fit.ts";
import { column } from "../../matrix/row.ts";
import { selectRows } from "../../table/table.ts";
import { ensure } from "../check.ts";
import { ensureNearMembers } from "./memberChecks.ts";
import {
  clouds,
  ensureRefused,
  ensureValid,
  fitted,
  fittedClouds,
  labelsOf,
  mapColumn,
  repeatedRows,
  rowsOf,
  target,
  withNumbers,
  modelCheck,
  type ModelCheck,
} from "./trial.ts";

/** Probabilities are probabilities, intervals are intervals, and both mean what they say. */
export const probabilityChecks: readonly ModelCheck[] = [
  modelCheck(
    "valid-probabilities",
    "probabilities lie between 0 and 1, sum to 1 within 1e-12, and their intervals contain them",
    (trial) => ensureValid(fittedClouds(trial).predict(clouds(trial.classes, 50, 9, 3))),
  ),
  modelCheck("label-is-most-probable", "the label is the most probable class", (trial, table) => {
    const { labels, classes, probabilities } = fittedClouds(trial).predict(table);
    const C = classes.length;
    labels.forEach((label, row) => {
      const p = probabilities.data[row * C + classes.indexOf(label)];
      for (let c = 0; c < C; c++)
        ensure(probabilities.data[row * C + c] <= p, `row ${row + 1} has a more probable class`);
    });
  }),
  modelCheck("logarithms", "log probabilities are the logarithms of the probabilities", (trial, table) => {
    const { probabilities, logProbabilities } = fittedClouds(trial).predict(table);
    logProbabilities.data.forEach((log, at) => {
      ensure(log <= 1e-12 && Math.abs(Math.exp(log) - probabilities.data[at]) < 1e-15, `entry ${at} differs`);
    });
  }),
  modelCheck(
    "level-of-interval",
    "a higher level never gives a narrower interval, and the probability does not depend on it",
    (trial, table) => {
      const posterior = fittedClouds(trial);
      const levels = [0.01, 0.5, 0.8, 0.9, 0.99, 0.9999].map((level) => posterior.predict(table, { level }));
      for (let l = 1; l < levels.length; l++) {
        const [narrow, wider] = [levels[l - 1], levels[l]];
        narrow.probabilities.data.forEach((p, at) => {
          ensure(wider.probabilities.data[at] === p, "the probability changes with the level");
          ensure(wider.lower.data[at] <= narrow.lower.data[at] + 1e-15, `lower end at level ${wider.level}`);
          ensure(wider.upper.data[at] >= narrow.upper.data[at] - 1e-15, `upper end at level ${wider.level}`);
        });
      }
    },
  ),
  modelCheck("interval-has-width", "the intervals of rows between the classes have a width", (trial, table) => {
    const { probabilities, lower, upper } = fittedClouds(trial).predict(table);
    const unsure = Array.from(probabilities.data.keys()).filter((at) => Math.abs(probabilities.data[at] - 0.5) < 0.4);
    ensure(unsure.length > 0, "no row lies between the classes");
    for (const at of unsure) ensure(upper.data[at] - lower.data[at] > 1e-4, `width ${upper.data[at] - lower.data[at]}`);
  }),
  modelCheck(
    "intervals-together",
    "lower ends sum to at most one and upper ends to at least one; of two classes one interval mirrors the other",
    (trial) => {
      const { lower, upper, rows } = fittedClouds(trial).predict(clouds(trial.classes, 20, 8));
      const C = trial.classes;
      for (let row = 0; row < rows; row++) {
        const [low, high] = [lower, upper].map(({ data }) => data.subarray(row * C, (row + 1) * C));
        const [lows, highs] = [low, high].map((ends) => ends.reduce((sum, end) => sum + end, 0));
        ensure(lows <= 1 + 1e-12 && highs >= 1 - 1e-12, `row ${row + 1}: ends sum to ${lows} and ${highs}`);
        if (C === 2) {
          ensure(Math.abs(low[0] + high[1] - 1) < 1e-9, `row ${row + 1}: ${low[0]} does not mirror ${high[1]}`);
          ensure(Math.abs(low[1] + high[0] - 1) < 1e-9, `row ${row + 1}: ${low[1]} does not mirror ${high[0]}`);
        }
      }
    },
  ),
  modelCheck("more-rows-narrower", "more rows give narrower intervals on average", (trial) => {
    const width = (rows: number): number => {
      const { lower, upper } = fitted(trial, clouds(trial.classes, rows, 4)).predict(clouds(trial.classes, 20, 8));
      return upper.data.reduce((sum, high, at) => sum + high - lower.data[at], 0);
    };
    const [few, many] = [width(16), width(160)];
    ensure(many < few, `total widths ${few} with few rows and ${many} with many`);
  }),
  modelCheck("invalid-level", "a level outside 0 to 1 is refused", (trial, table) => {
    const posterior = fittedClouds(trial);
    for (const level of [0, 1, 90, Number.NaN]) ensureRefused(() => posterior.predict(table, { level }), "level");
  }),
  modelCheck("latent-agrees", "a larger latent mean of a class goes with a larger probability", (trial, table) => {
    const { latentMean, probabilities, classes } = fittedClouds(trial).predict(table);
    const C = classes.length;
    const ones = Array.from({ length: table.rows }, (_, row) => row * C);
    const order = ones.toSorted((a, b) => latentMean.data[a] - latentMean.data[b]);
    for (let i = 1; i < order.length; i++) {
      ensure(
        probabilities.data[order[i]] >= probabilities.data[order[i - 1]] - 1e-12,
        "the orders contradict each other",
      );
    }
  }),
  modelCheck("learns", "new rows of clouds that hardly overlap are mostly told apart", (trial) => {
    const fresh = clouds(trial.classes, 100, 77, 3.5);
    const { labels } = fitted(trial, clouds(trial.classes, 24, 1, 3.5)).predict(fresh);
    const right = labels.filter((label, row) => label === labelsOf(fresh)[row]).length / fresh.rows;
    ensure(right > 0.85, `only ${right} of the new rows are right`);
  }),
  modelCheck("calibrated", "mean probabilities of new rows agree with the class frequencies", (trial) => {
    const fresh = clouds(trial.classes, 200, 78);
    const { probabilities } = fitted(trial, clouds(trial.classes, 60)).predict(fresh);
    const mean = column(probabilities, 0).reduce((a, b) => a + b) / fresh.rows;
    ensure(
      Math.abs(mean - 1 / trial.classes) < 0.08,
      `mean probability ${mean} of a class of frequency 1/${trial.classes}`,
    );
  }),
  modelCheck(
    "class-frequencies",
    "a class that is rare in training is less probable than the same class when it is common",
    (trial) => {
      const table = clouds(trial.classes, 60);
      const rows = labelsOf(table);
      let seen = 0;
      const rare = rowsOf(table, (row) => rows[row] !== "ash" || seen++ % 4 === 0);
      const mean = (part: typeof table): number => {
        const { probabilities, classes } = fitted(trial, part).predict(table);
        const at = classes.indexOf("ash");
        return column(probabilities, at).reduce((a, b) => a + b);
      };
      ensure(mean(rare) < mean(table), "the class frequencies do not show in the probabilities");
    },
  ),
  modelCheck("far-limit", "far from the data the prediction tends to what the model states", (trial, table) => {
    const wide = mapColumn(table, "width", (value) => 10 + (value - 10) * 1e6);
    const far = selectRows(
      mapColumn(wide, "height", (value) => value * 1e6),
      [0, 1, 2, 3],
    );
    const { probabilities } = fittedClouds(trial).predict(far);
    const C = trial.classes;
    if (trial.farLimit === "members") {
      ensureNearMembers(fittedClouds(trial), far);
      ensure(Math.max(...probabilities.data) < 1 - 1e-4, `far away, ${Math.max(...probabilities.data)} is certainty`);
    }
    for (let row = 0; row < far.rows; row++) {
      const p = probabilities.data.subarray(row * C, (row + 1) * C);
      if (trial.farLimit === "certainty") ensure(Math.max(...p) > 0.999, `row ${row + 1} far away has ${p.join(", ")}`);
      if (trial.farLimit === "near certainty") {
        const most = Math.max(...p);
        // Of the rows that the model has seen, about one more may have been misjudged.
        ensure(most >= 1 - 1 / table.rows && most <= 1 - 1e-4, `row ${row + 1} far away has ${p.join(", ")}`);
      }
      if (trial.farLimit === "constant") {
        const first = probabilities.data.subarray(0, C);
        ensure(
          p.every((value, c) => Math.abs(value - first[c]) < 1e-3 && value < 0.9),
          `rows far away have ${first.join(", ")} and ${p.join(", ")}`,
        );
      }
      const level = trial.farLimit === "one half" ? 0.5 : 1 / C;
      if (trial.farLimit === "one half" || trial.farLimit === "class frequencies") {
        ensure(
          p.every((value) => Math.abs(value - level) < 0.05),
          `row ${row + 1} far away has ${p.join(", ")}`,
        );
      }
    }
  }),
  modelCheck(
    "leave-one-out-shape",
    "leave-one-out log probabilities are there for every training row and sum to one",
    (trial, table) => {
      const { leaveOneOut, score } = fittedClouds(trial);
      ensure(leaveOneOut !== undefined && score !== undefined, "there are no leave-one-out probabilities");
      const { logProbabilities, omitted } = leaveOneOut;
      ensure(logProbabilities.rows === table.rows && omitted.length === 0, "not every row has one");
      for (let row = 0; row < table.rows; row++) {
        const p = logProbabilities.data.subarray(row * trial.classes, (row + 1) * trial.classes).map(Math.exp);
        ensure(Math.abs(p.reduce((sum, value) => sum + value, 0) - 1) < 1e-9, `row ${row + 1} sums to something else`);
      }
      ensure(score.rows === table.rows && score.total < 0, `score ${score.total} over ${score.rows} rows`);
    },
  ),
  modelCheck(
    "leave-one-out-refits",
    "leave-one-out log densities agree with refits as closely as their method claims",
    (trial) => {
      const table = clouds(trial.classes, 12);
      const posterior = fitted(trial, table);
      ensure(posterior.leaveOneOut !== undefined, "there are no leave-one-out probabilities");
      const { method, logProbabilities } = posterior.leaveOneOut;
      // For each row, and on average: refits choose hyperparameters of their own, which one row may turn.
      const [each, average] = { exact: [1e-6, 1e-6], approximate: [1.5, 0.3], folds: [1.5, 1.5] }[method];
      // The refits have an encoding of their own, which an exact formula must not be blamed for.
      const options = method === "approximate" ? {} : { standardize: "none" as const };
      const same = method === "folds" ? posterior : fitted(trial, table, options);
      const differences: number[] = [];
      for (let row = 0; row < table.rows; row += 5) {
        const others = rowsOf(table, (other) => other !== row);
        const rest = fitSync(trial.model(), others, { target, ...options });
        const at = posterior.classes.indexOf(labelsOf(table)[row]);
        const refit = rest.predict(selectRows(table, [row])).logProbabilities.data[at];
        const formula = same.leaveOneOut?.logProbabilities.data[row * trial.classes + at] ?? Number.NaN;
        differences.push(Math.abs(formula - refit));
        ensure(Math.abs(formula - refit) <= each, `row ${row + 1}: ${formula} and by refit ${refit}`);
      }
      const mean = differences.reduce((sum, value) => sum + value, 0) / differences.length;
      ensure(mean <= average, `on average they differ by ${mean}`);
      ensure(logProbabilities.data.every(Number.isFinite), "all are finite");
    },
  ),
  modelCheck("groups", "rows of a group are left out together, so that copies do not flatter the score", (trial) => {
    const table = clouds(trial.classes, 20, 6, 1);
    const copies = repeatedRows(table, 3);
    const grouped = repeatedRows(withNumbers(table, "group", [...Array(table.rows).keys()]), 3);
    const flattered = fitted(trial, copies).score?.perRow ?? 0;
    const honest = fitted(trial, grouped, { group: "group" }).score?.perRow ?? 0;
    const single = fitted(trial, table).score?.perRow ?? 0;
    ensure(honest < flattered, `by groups ${honest}, with copies in training ${flattered}`);
    ensure(Math.abs(honest - single) < 0.25, `by groups ${honest}, without copies ${single}`);
  }),
];
