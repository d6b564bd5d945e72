// Rows that count several times, rows that belong together, and cells that are not there.
import { fit, InputError, iris, linearDiscriminant, selectRows, tableFromColumns, tableFromRows } from "kernelbayes";
import { random, stream } from "kernelbayes/numeric";

export async function main(print: (line: string) => void): Promise<void> {
  await weights(print);
  await groups(print);
  await missing(print);
}

/** A row of weight w counts as w equal rows: a table of counts gives the posterior of the rows that were counted. */
async function weights(print: (line: string) => void): Promise<void> {
  const counts = [8, 5, 3, 9];
  const counted = tableFromColumns({ dose: [1, 2, 2, 3], response: ["no", "no", "yes", "yes"], count: counts });
  const everyRow = counts.flatMap((count, row) => new Array<number>(count).fill(row));
  const question = tableFromRows([{ dose: 2 }]);
  const byCount = await fit(linearDiscriminant(), counted, { target: "response", weights: "count" });
  const byRow = await fit(linearDiscriminant(), selectRows(counted, everyRow), {
    target: "response",
    exclude: ["count"],
  });
  for (const [name, posterior] of Object.entries({ "by count": byCount, "by row": byRow })) {
    print(`${name}: ${posterior.predict(question).probabilities.data[1].toFixed(10)}`);
  }
}

/** Four measurements a patient, and labels that mean nothing: leaving out one row at a time mistakes patients for classes. */
async function groups(print: (line: string) => void): Promise<void> {
  const source = stream(1);
  const measurements = Array.from({ length: 40 }, (_, patient) => {
    const own = Array.from({ length: 30 }, () => random.normal(source));
    return Array.from({ length: 4 }, () => ({
      patient: `patient ${patient}`,
      outcome: patient % 2 === 0 ? "ill" : "well",
      ...Object.fromEntries(own.map((value, j) => [`x${j}`, value + 0.1 * random.normal(source)])),
    }));
  }).flat();
  const table = tableFromRows(measurements);
  const fooled = await fit(linearDiscriminant(), table, { target: "outcome", exclude: ["patient"] });
  const honest = await fit(linearDiscriminant(), table, { target: "outcome", group: "patient" });
  print(`log density per row, single rows left out: ${fooled.score?.perRow.toFixed(3)}`);
  print(`log density per row, patients left out: ${honest.score?.perRow.toFixed(3)}`);
  print(`a coin would have: ${Math.log(0.5).toFixed(3)}`);
}

/** Missing cells are refused unless a rule is chosen. */
async function missing(print: (line: string) => void): Promise<void> {
  const flowers = iris();
  const [first, ...others] = flowers.columns;
  if (first.type !== "number") throw new TypeError("The first column of iris is a number column.");
  const holes = { ...first, values: first.values.map((value, row) => (row % 10 === 3 ? Number.NaN : value)) };
  const table = { ...flowers, columns: [holes, ...others] };
  try {
    await fit(linearDiscriminant(), table, { target: "species" });
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    print(`${error.code}: ${error.message}`);
  }
  const imputed = await fit(linearDiscriminant(), table, { target: "species", missing: "impute" });
  print(`imputed: ${imputed.training.rows.length} rows`);
  const dropped = await fit(linearDiscriminant(), table, { target: "species", missing: "drop" });
  print(`dropped: ${dropped.training.rows.length} rows`);
}
