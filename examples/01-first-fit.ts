// A first fit: a table, a label column, a model; then probabilities, how sure they are, and how well the model predicts.
import { fit, iris, linearDiscriminant, tableFromRows } from "kernelbayes";

export async function main(print: (line: string) => void): Promise<void> {
  const posterior = await fit(linearDiscriminant(), iris(), { target: "species" });

  // New flowers need no label. Columns are found by name, in any order.
  const flowers = tableFromRows([
    { "petal length": 1.4, "petal width": 0.2, "sepal length": 5.0, "sepal width": 3.4 },
    { "petal length": 4.9, "petal width": 1.7, "sepal length": 6.1, "sepal width": 2.8 },
  ]);
  const { labels, probabilities, lower, upper, classes, level } = posterior.predict(flowers);
  labels.forEach((label, row) => {
    const at = row * classes.length + classes.indexOf(label);
    const [p, low, high] = [probabilities, lower, upper].map(({ data }) => data[at].toFixed(3));
    print(`${label}: probability ${p}, between ${low} and ${high} at level ${level}`);
  });

  // Every training row was also predicted by a model that had not seen it.
  print(`leave-one-out log density per row: ${posterior.score?.perRow.toFixed(4)}`);
  print(`warnings: ${posterior.warnings.length}`);
}
