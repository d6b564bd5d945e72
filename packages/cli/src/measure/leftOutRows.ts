import { type Posterior } from "kernelbayes";
import { matrix } from "kernelbayes/engine";
import type { HeldOutRows } from "@kernelbayes/report";

/**
 * The training rows as a posterior predicts them without themselves, in the form of all predictions of rows that a model had not
 * seen. Rows that cannot be left out are not among them; undefined if the posterior has no such predictions.
 */
export function leftOutRows({ leaveOneOut, training, classes }: Posterior): HeldOutRows | undefined {
  if (leaveOneOut === undefined) return undefined;
  const omitted = new Set(leaveOneOut.omitted);
  const places = training.classes.flatMap((_, place) => (omitted.has(place) ? [] : [place]));
  if (places.length === 0) return undefined;
  const C = classes.length;
  const { data } = leaveOneOut.logProbabilities;
  const kept = places.flatMap((place) => Array.from(data.subarray(place * C, (place + 1) * C)));
  const { weights } = training;
  return {
    how: "leave-one-out",
    rows: places.map((place) => training.rows[place]),
    truth: places.map((place) => training.classes[place]),
    logProbabilities: matrix(places.length, C, Float64Array.from(kept)),
    ...(weights && { weights: places.map((place) => weights[place]) }),
  };
}
