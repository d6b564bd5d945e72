import type { Matrix } from "../../engine/matrix.ts";
import type { Posterior } from "../../posterior/posterior.ts";
import type { Prediction } from "../../posterior/prediction.ts";
import type { Table } from "../../table/table.ts";
import { ensure } from "../check.ts";
import {
  clouds,
  ensureRefused,
  ensureValid,
  fitted,
  fittedClouds,
  labels as treeLabels,
  labelsOf,
  rowsOf,
  withNumbers,
  modelCheck,
  type ModelCheck,
  type Trial,
} from "./trial.ts";

/** Given class priors act on the probabilities as Bayes' theorem has it, whatever the class frequencies of the rows are. */
export const priorChecks: readonly ModelCheck[] = [
  modelCheck(
    "given-priors",
    "a larger prior makes a class more probable, and wrong priors are refused",
    (trial, table) => {
      const used = treeLabels.slice(0, trial.classes);
      const priors = (first: number): Record<string, number> =>
        Object.fromEntries(used.map((label, k) => [label, k === 0 ? first : (1 - first) / (used.length - 1)]));
      const [low, high] = [0.2, 0.7].map((first) => fitted(trial, table, { priors: priors(first) }).predict(table));
      ensureValid(high);
      for (let row = 0; row < table.rows; row++) {
        const at = row * trial.classes;
        ensure(high.probabilities.data[at] >= low.probabilities.data[at], `row ${row + 1} becomes less probable`);
      }
      ensureRefused(() => fitted(trial, table, { priors: { ash: 1 } }), "priors");
    },
  ),
  modelCheck("equal-priors", "with balanced classes equal priors are the class frequencies", (trial, table) => {
    const [equal, empirical] = [fitted(trial, table, { priors: "equal" }), fittedClouds(trial)].map((p) =>
      p.predict(table),
    );
    equal.probabilities.data.forEach((p, at) =>
      ensure(Math.abs(p - empirical.probabilities.data[at]) < 1e-10, "they differ"),
    );
  }),
  modelCheck(
    "unbalanced-priors",
    "on unbalanced rows given priors π′ turn probabilities p, and each draw of them, into p π′/π over their sum",
    (trial) => {
      const { empirical, otherPriors, ratios, table } = unbalancedFits(trial);
      const [before, after] = [empirical, otherPriors].map((posterior) => posterior.predict(table));
      ensureValid(after);
      const expected = underRatios(before.probabilities, ratios);
      ensureClose(after.probabilities, expected, "probabilities");
      const C = ratios.length;
      after.labels.forEach((label, row) => {
        const p = expected.data.subarray(row * C, (row + 1) * C);
        ensure(p[after.classes.indexOf(label)] >= Math.max(...p) - tolerance, `row ${row + 1} is labelled ${label}`);
      });
      if (!empirical.draws || !otherPriors.draws) return;
      const drawn = otherPriors.draws(table);
      empirical.draws(table).forEach((draws, row) => {
        ensureClose(drawn[row], underRatios(draws, ratios), `draws of row ${row + 1}`);
      });
    },
  ),
  modelCheck(
    "frequencies-as-priors",
    "on unbalanced rows priors given as the weighted class frequencies change no probability and no interval",
    (trial) => {
      const { empirical, frequencyPriors, table } = unbalancedFits(trial);
      const [before, after] = [empirical, frequencyPriors].map((posterior) => posterior.predict(table));
      ensureClose(after.probabilities, before.probabilities, "probabilities");
      ensureEndsShifted(before, after, () => 1);
    },
  ),
  modelCheck(
    "intervals-under-priors",
    "given priors shift both ends of an interval by what they shift the log odds of its class by",
    (trial) => {
      const { empirical, otherPriors, table } = unbalancedFits(trial);
      const [before, after] = [empirical, otherPriors].map((posterior) => posterior.predict(table));
      ensureValid(after);
      ensureEndsShifted(before, after, (at) => oddsAt(after.probabilities, at) / oddsAt(before.probabilities, at));
    },
  ),
  modelCheck(
    "leave-one-out-priors",
    "leave-one-out scores use the class frequencies whatever priors are given",
    (trial) => {
      const { empirical, otherPriors } = unbalancedFits(trial);
      const [a, b] = [empirical.score?.total ?? 0, otherPriors.score?.total ?? 1];
      ensure(Math.abs(a - b) < 1e-9, `scores ${a} and ${b}`);
    },
  ),
];

const tolerance = 1e-9;

/** Rows of each class. Those of the first count twice: by weight there are three of it for one of the second. */
const rowsOfClass = [15, 10, 12, 11];

/** What the priors π′ are in proportion to: the rarest class becomes the most probable one. */
const shares = [2, 5, 3, 4];

interface UnbalancedFits {
  readonly empirical: Posterior;
  /** With the class frequencies given as priors. */
  readonly frequencyPriors: Posterior;
  readonly otherPriors: Posterior;
  /** π′/π of each class. */
  readonly ratios: readonly number[];
  /** Rows to predict. */
  readonly table: Table;
}

const knownFits = new WeakMap<Trial, UnbalancedFits>();

/** Fits to classes of different size and weight under three priors, made once for all checks. */
function unbalancedFits(trial: Trial): UnbalancedFits {
  const fits = knownFits.get(trial) ?? fitUnbalanced(trial);
  knownFits.set(trial, fits);
  return fits;
}

function fitUnbalanced(trial: Trial): UnbalancedFits {
  const C = trial.classes;
  const used = treeLabels.slice(0, C);
  const all = clouds(C);
  const kinds = labelsOf(all);
  // Clouds take turns, so that the first rows of a class are the first in the table.
  const unbalanced = rowsOf(all, (row) => Math.floor(row / C) < rowsOfClass[used.indexOf(kinds[row])]);
  const rows = labelsOf(unbalanced);
  const weights = rows.map((label) => (label === used[0] ? 2 : 1));
  const table = withNumbers(unbalanced, "weight", weights);
  const sizes = used.map((label) => weights.reduce((sum, weight, row) => sum + (rows[row] === label ? weight : 0), 0));
  const [frequencies, wanted] = [sizes, shares.slice(0, C)].map(normalized);
  const fit = (priors?: readonly number[]): Posterior =>
    fitted(trial, table, {
      weights: "weight",
      ...(priors && { priors: Object.fromEntries(used.map((label, c) => [label, priors[c]])) }),
    });
  return {
    empirical: fit(),
    frequencyPriors: fit(frequencies),
    otherPriors: fit(wanted),
    ratios: wanted.map((prior, c) => prior / frequencies[c]),
    table: all,
  };
}

/** p ρ / Σ p ρ in each row of probabilities. */
function underRatios({ data }: Pick<Matrix, "data">, ratios: readonly number[]): Pick<Matrix, "data"> {
  const C = ratios.length;
  const weighted = data.map((p, at) => p * ratios[at % C]);
  for (let from = 0; from < weighted.length; from += C) {
    weighted.set(normalized(weighted.subarray(from, from + C)), from);
  }
  return { data: weighted };
}

/** `ratioOf` is what the odds at a place are multiplied by. */
function ensureEndsShifted(before: Prediction, after: Prediction, ratioOf: (at: number) => number): void {
  for (const end of ["lower", "upper"] as const) {
    before[end].data.forEach((p, at) => {
      const ratio = ratioOf(at);
      const expected = (ratio * p) / (ratio * p + 1 - p);
      const difference = Math.abs(after[end].data[at] - expected);
      ensure(difference <= tolerance, `${end} end ${at} is ${after[end].data[at]} instead of ${expected}`);
    });
  }
}

/** The odds of a class, p over the sum of the others, exact also where p is close to one. */
function oddsAt({ data, columns }: Matrix, at: number): number {
  const row = data.subarray(at - (at % columns), at - (at % columns) + columns);
  return data[at] / row.reduce((sum, p, c) => sum + (c === at % columns ? 0 : p), 0);
}

function ensureClose(a: Pick<Matrix, "data">, b: Pick<Matrix, "data">, what: string): void {
  ensure(a.data.length === b.data.length, `${a.data.length} and ${b.data.length} ${what}`);
  a.data.forEach((p, at) => {
    ensure(Math.abs(p - b.data[at]) <= tolerance, `${what}: entry ${at} is ${p} instead of ${b.data[at]}`);
  });
}

function normalized(values: ArrayLike<number>): number[] {
  const list = Array.from(values);
  const sum = list.reduce((total, value) => total + value, 0);
  return list.map((value) => value / sum);
}
