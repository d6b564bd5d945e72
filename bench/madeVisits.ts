import { tableFromColumns, type Table } from "kernelbayes";
import { random, stream } from "kernelbayes/numeric";

/** A table in which the label depends on the date, with the log loss of the probabilities that made its labels. */
export interface MadeVisits {
  readonly table: Table;
  readonly bestLogLoss: number;
}

const dayLength = 86_400_000;

/**
 * Visits on days of four years. What is odd about a visit depends on the season (more in January), on the weekday (more on Saturday and Sunday) and on one
 * of two measurements:
 *
 *     log odds = 1.5 cos(2π d / 365.25) + 1.5 (weekend ? 1 : −0.4) + 0.7 a,
 *
 * d days into the year; b is noise. Without the date all but a is lost.
 */
export function madeVisits(rows: number, seed: number): MadeVisits {
  const numbers = stream(seed, 77);
  const [visits, a, b, outcomes]: [string[], number[], number[], string[]] = [[], [], [], []];
  let loss = 0;
  for (let row = 0; row < rows; row++) {
    const day = numbers.integer(4 * 365);
    const date = new Date(Date.UTC(2020, 0, 1) + day * dayLength);
    const inYear = (date.getTime() - Date.UTC(date.getUTCFullYear(), 0, 1)) / dayLength;
    const isWeekend = date.getUTCDay() % 6 === 0;
    const measured = random.normal(numbers);
    const odds = 1.5 * Math.cos((2 * Math.PI * inYear) / 365.25) + 1.5 * (isWeekend ? 1 : -0.4) + 0.7 * measured;
    const isOdd = numbers.uniform() < 1 / (1 + Math.exp(-odds));
    loss += Math.log1p(Math.exp(isOdd ? -odds : odds)) / rows;
    visits.push(date.toISOString().slice(0, 10));
    a.push(measured);
    b.push(random.normal(numbers));
    outcomes.push(isOdd ? "odd" : "usual");
  }
  return { table: tableFromColumns({ visit: visits, a, b, outcome: outcomes }), bestLogLoss: loss };
}
