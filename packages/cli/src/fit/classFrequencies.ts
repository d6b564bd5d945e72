import type { Posterior } from "kernelbayes";

/** The class frequencies among the rows that a posterior was learned from, by weight. */
export function classFrequencies({ training, classes }: Pick<Posterior, "training" | "classes">): Float64Array {
  const mass = new Float64Array(classes.length);
  training.classes.forEach((number, row) => (mass[number] += training.weights?.[row] ?? 1));
  const total = mass.reduce((sum, one) => sum + one, 0);
  return mass.map((one) => one / total);
}
