import { InputError } from "../../errors.ts";

/** One measure of several methods on several data sets: a row for each data set, a number for each method. */
export type ScoreTable = readonly ArrayLike<number>[];

/** Checks that there are at least two methods, all of them measured on each of enough data sets; returns their numbers. */
export function checkScoreTable(scores: ScoreTable, fewest: number): { dataSets: number; methods: number } {
  const dataSets = scores.length;
  if (dataSets < fewest) {
    throw new InputError(
      "too-few-data-sets",
      `At least ${fewest} data set${fewest === 1 ? " is" : "s are"} needed; got ${dataSets}.`,
    );
  }
  const methods = scores[0].length;
  if (methods < 2) throw new InputError("too-few-methods", `At least 2 methods are compared; got ${methods}.`);
  scores.forEach((row, index) => {
    if (row.length !== methods) {
      throw new InputError(
        "methods-differ",
        `Data set 1 has scores of ${methods} methods, data set ${index + 1} of ${row.length}.`,
        { row: index + 1 },
        "Leave out the data sets on which a method failed, or the method.",
      );
    }
    for (let method = 0; method < methods; method++) {
      if (Number.isNaN(row[method])) {
        throw new InputError("not-a-number", `The score of method ${method + 1} is not a number.`, { row: index + 1 });
      }
    }
  });
  return { dataSets, methods };
}
