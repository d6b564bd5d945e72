import { EnvironmentError, InputError, NumericalError, type Posterior, type Table } from "kernelbayes";

/** What is fuzzed. Inputs are plain data, so that a failing one can be kept as JSON and judged again after the generator has changed. */
export interface Subject<Input> {
  /** An input; equal numbers give equal inputs. */
  generate(random: Random): Input;
  /** Throws where the input breaks a promise; the word says what became of it. */
  judge(input: Input): Verdict | Promise<Verdict>;
}

/** "unsolved": the input was acceptable, and the computation could not go on for a reason that `unsolvedFor` lists. */
export type Verdict = "valid" | "refused" | "unsolved";

/** A result that is none: probabilities or intervals that are not. Counted apart from other failures. */
export class BadProbability extends Error {}

export interface Random {
  /** From 0, below 1. */
  next(): number;
  /** A whole number from 0, below the bound. */
  below(bound: number): number;
  pick<Value>(values: readonly Value[]): Value;
}

/** Numbers that a seed determines (mulberry32). */
export function randomOf(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let word = Math.imul(state ^ (state >>> 15), state | 1);
    word ^= word + Math.imul(word ^ (word >>> 7), word | 61);
    return ((word ^ (word >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (bound: number): number => Math.floor(next() * bound);
  return { next, below, pick: (values) => values[below(values.length)] };
}

/** Codes of NumericalError that may come of an acceptable input, each with the reason. A computation that gives up for any other has failed. */
const unsolvedFor: Readonly<Record<string, string>> = {};

/** Whether work succeeds, refuses in the words of the library, or gives up for a listed reason; anything else is thrown on. */
export async function verdictOf(work: () => unknown): Promise<Verdict> {
  try {
    await work();
    return "valid";
  } catch (error) {
    const isKnown = error instanceof NumericalError && Object.hasOwn(unsolvedFor, error.code);
    if (!(error instanceof InputError || error instanceof EnvironmentError || isKnown)) throw error;
    if (/undefined|\[object/.test(error.message))
      throw new Error(`A message without words: ${error.message}`, { cause: error });
    return isKnown ? "unsolved" : "refused";
  }
}

/** Throws where a prediction is none: probabilities outside of 0 to 1 or of another sum, intervals that are not numbers or in the wrong order. */
export function checkPrediction(posterior: Posterior, table: Table): void {
  const { probabilities, lower, upper } = posterior.predict(table);
  const { data, columns } = probabilities;
  data.forEach((p, at) => {
    if (!(p >= 0 && p <= 1)) throw new BadProbability(`No probability: ${p}.`);
    if (!(lower.data[at] >= 0 && lower.data[at] <= upper.data[at] && upper.data[at] <= 1)) {
      throw new BadProbability(`No interval: ${lower.data[at]} to ${upper.data[at]}.`);
    }
  });
  for (let from = 0; from < data.length; from += columns) {
    const sum = data.subarray(from, from + columns).reduce((all, p) => all + p, 0);
    if (!(Math.abs(sum - 1) < 1e-9)) throw new BadProbability(`Probabilities that sum to ${sum}.`);
  }
}

const troublesome = [
  "",
  "\u0000",
  "\u001b[2J",
  '"',
  "'",
  ",",
  "\n",
  "\r\n",
  "{",
  "}",
  "[",
  "]",
  "NaN",
  "1e999",
  "-",
  "%",
];

/** Bytes with a few of them changed, cut out, doubled, or replaced by what readers stumble over. */
export function damaged(bytes: Uint8Array, { next, below, pick }: Random): Uint8Array {
  let result = Buffer.from(bytes);
  for (let change = below(4); change > 0 && result.length > 0; change--) {
    const [at, length] = [below(result.length), below(next() < 0.1 ? result.length : 8)];
    const [before, piece, after] = [
      result.subarray(0, at),
      result.subarray(at, at + length),
      result.subarray(at + length),
    ];
    const kind = below(5);
    if (kind === 0) result[at] ^= 1 << below(8);
    else if (kind === 1) result = Buffer.concat([before, piece, piece, after]);
    else if (kind === 2) result = Buffer.concat([before, after]);
    else if (kind === 3) result = Buffer.concat([before, Buffer.from(pick(troublesome)), after]);
    else result[at] = pick([0, 1, 127, 128, 255]);
  }
  return result;
}
