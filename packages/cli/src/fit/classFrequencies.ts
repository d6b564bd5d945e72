import type { Posterior } from "kernelbayes";

/** The class frequencies among the rows that a posterior was learned from, by weight. */
export function classFrequencies({ training, classes }: Pick<Posterior, "training" | "classes">): Float64Array {
  const mass = new Float64Array(classes.length);
  if (training.of) mass.set(training.of.classes);
  else training.classes.forEach((number, row) => (mass[number] += training.weights?.[row] ?? 1));
  const total = mass.reduce((sum, one) => sum + one, 0);
  return mass.map((one) => one / total);
}

/** The rows of each class that a posterior was learned from; the summed weights, where only a sample of the rows is known. */
export function classRows({ training, classes }: Pick<Posterior, "training" | "classes">): ClassRows[] {
  return classes.map((name, number) => ({
    name,
    rows: training.of?.classes[number] ?? training.classes.filter((one) => one === number).length,
  }));
}

interface ClassRows {
  readonly name: string;
  readonly rows: number;
}
