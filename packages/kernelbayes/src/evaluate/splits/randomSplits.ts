import { InputError } from "../../errors.ts";
import { permutation } from "../../random/index.ts";
import { classNumbers, countClasses } from "../classNumbers.ts";
import { type Split, streamOfSplits } from "./split.ts";

export interface RandomSplitOptions {
  readonly repeats: number;
  readonly seed: number;
  /** The share of the rows that is tested, rounded to whole rows; default 0.2. */
  readonly testShare?: number;
  /** Whether each class gives its share of the test rows, to within one row; default true. */
  readonly stratified?: boolean;
}

/**
 * Random divisions into training and test rows, drawn anew for each repeat; a repeat depends on the seed and its own number
 * only. Every training part holds each class: a row that would be the last of its class in training is passed over when
 * test rows are drawn. Stratified, the test rows are apportioned to the classes by largest remainder.
 */
export function randomSplits(
  classes: ArrayLike<number>,
  { repeats, seed, testShare = 0.2, stratified = true }: RandomSplitOptions,
): Split[] {
  if (!Number.isInteger(repeats) || repeats < 1) {
    throw new InputError(
      "invalid-repeats",
      `The number of repeats must be a whole number of at least 1; got ${repeats}.`,
    );
  }
  if (!(testShare > 0 && testShare < 1)) {
    throw new InputError("invalid-test-share", `The share of test rows must lie between 0 and 1; got ${testShare}.`);
  }
  const count = countClasses(classes);
  const number = classNumbers(classes, classes.length, count);
  const members = new Int32Array(count);
  for (const one of number) members[one]++;

  // No class gives its last row.
  const most = members.map((size) => Math.max(0, size - 1));
  const testRows = Math.max(1, Math.round(testShare * number.length));
  const available = most.reduce((sum, size) => sum + size, 0);
  if (testRows > available) {
    throw new InputError(
      "too-many-test-rows",
      `A test share of ${testShare} asks for ${testRows} of ${number.length} rows, but only ${available} can be spared if each class is to keep a row for training.`,
    );
  }
  const quota = stratified ? apportion(testRows, members, most) : most;

  return Array.from({ length: repeats }, (_, repeat) => {
    const given = new Int32Array(count);
    const isTest = new Uint8Array(number.length);
    let chosen = 0;
    for (const row of permutation(streamOfSplits(seed, repeat), number.length)) {
      if (chosen === testRows) break;
      if (given[number[row]] === quota[number[row]]) continue;
      given[number[row]]++;
      isTest[row] = 1;
      chosen++;
    }
    const rows = Int32Array.from(isTest.keys());
    return { train: rows.filter((row) => isTest[row] === 0), test: rows.filter((row) => isTest[row] === 1) };
  });
}

/** Divides seats in proportion to the members by largest remainder (ties to the lower number), none above its `most`. */
function apportion(seats: number, members: Int32Array, most: Int32Array): Int32Array {
  const total = members.reduce((sum, size) => sum + size, 0);
  const exact = Float64Array.from(members, (size) => (seats * size) / total);
  const quota = most.map((limit, one) => Math.min(limit, Math.floor(exact[one])));
  for (let given = quota.reduce((sum, size) => sum + size, 0); given < seats; given++) {
    let next = -1;
    for (let one = 0; one < members.length; one++) {
      if (quota[one] < most[one] && (next < 0 || exact[one] - quota[one] > exact[next] - quota[next])) next = one;
    }
    quota[next]++;
  }
  return quota;
}
