import {
  fitSync,
  iris,
  linearDiscriminant,
  loadPosterior,
  tableFromColumns,
  type Posterior,
  type Table,
} from "kernelbayes";
import { frontOf, type ModelFront } from "../src/models/modelFront.ts";

/** Four numbers, three classes. */
export const irisPosterior: Posterior = loadPosterior(
  JSON.stringify(fitSync(linearDiscriminant(), iris(), { target: "species" }).toDocument()),
);

/** A number that may be missing, a category that looks like a number, and a date. */
const patients: Table = tableFromColumns({
  age: [20, 31, null, 43, 54, 65, 26, 37, 48, 59, 60, null],
  ward: ["A1", "02", "A1", "02", "A1", "02", "A1", "02", "A1", "02", "A1", "02"],
  seen: Array.from({ length: 12 }, (_, row) => `20${10 + row}-0${1 + (row % 9)}-11`),
  state: ["well", "ill", "well", "ill", "well", "ill", "ill", "well", "well", "ill", "ill", "ill"],
});

const patientPosterior: Posterior = fitSync(linearDiscriminant({ shrinkage: 0.5 }), patients, {
  target: "state",
  missing: "impute",
  unseen: "zeros",
});

export const irisFront: ModelFront = frontOf(irisPosterior);
export const patientFront: ModelFront = frontOf(patientPosterior);

/** A row of iris, by its number. */
export function flower(number: number): Record<string, number> {
  const { columns } = iris();
  return Object.fromEntries(
    columns.flatMap((column) => (column.type === "number" ? [[column.name, column.values[number]] as const] : [])),
  );
}
