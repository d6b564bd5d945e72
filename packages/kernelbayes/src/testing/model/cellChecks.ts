import { ensure } from "../check.ts";
import {
  clouds,
  ensureRefused,
  ensureValid,
  fitted,
  fittedClouds,
  labelsOf,
  mapColumn,
  target,
  withColumn,
  withNumbers,
  withTexts,
  modelCheck,
  type ModelCheck,
} from "./trial.ts";
import { tableOf } from "../../table/table.ts";
import type { Table } from "../../table/table.ts";

/** Bad cells and columns are refused by name and row; good ones of every kind are understood. */
export const cellChecks: readonly ModelCheck[] = [
  modelCheck("missing-cell", "a missing number is refused with its row and column", (trial) => {
    const table = mapColumn(clouds(trial.classes), "height", (value, row) => (row === 4 ? Number.NaN : value));
    const { place } = ensureRefused(() => fitted(trial, table), '"height"', "row 5");
    ensure(place.row === 5 && place.column === "height", `the place is ${JSON.stringify(place)}`);
  }),
  modelCheck(
    "infinite-cell",
    "an infinite number is refused with its row and column, in training and in prediction",
    (trial, table) => {
      const infinite = mapColumn(table, "depth", (value, row) => (row === 2 ? Infinity : value));
      ensureRefused(() => fitted(trial, infinite), '"depth"', "row 3");
      ensureRefused(() => fittedClouds(trial).predict(infinite), '"depth"', "row 3");
    },
  ),
  modelCheck(
    "missing-cell-at-prediction",
    "a missing number at prediction is refused with its row and column",
    (trial, table) => {
      const holed = mapColumn(table, "width", (value, row) => (row === 1 ? Number.NaN : value));
      ensureRefused(() => fittedClouds(trial).predict(holed), '"width"', "row 2");
    },
  ),
  modelCheck(
    "too-far-to-predict",
    "a value beyond all measure is refused at prediction with its row and column",
    (trial, table) => {
      const far = mapColumn(table, "width", (value, row) => (row === 1 ? 1e300 : value));
      ensureRefused(() => fittedClouds(trial).predict(far), '"width"', "row 2");
    },
  ),
  modelCheck("imputed-cells", "missing numbers are filled when asked, in training and in prediction", (trial) => {
    // Seven has no divisor in common with the number of classes: every class has rows with and without the number.
    const table = mapColumn(clouds(trial.classes), "height", (value, row) => (row % 7 === 4 ? Number.NaN : value));
    ensureValid(fitted(trial, table, { missing: "impute" }).predict(table));
  }),
  modelCheck("dropped-rows", "rows with missing numbers are left out of training when asked", (trial) => {
    const table = mapColumn(clouds(trial.classes), "height", (value, row) => (row % 9 === 4 ? Number.NaN : value));
    const { training } = fitted(trial, table, { missing: "drop" });
    ensure(
      training.rows.every((row) => row % 9 !== 4),
      "an incomplete row was used",
    );
  }),
  modelCheck("missing-label", "a missing label is refused with its row", (trial, table) => {
    const column = table.columns.find(({ name }) => name === target);
    ensure(column?.type === "text", "the label column is a text column");
    const codes = column.codes.map((code, row) => (row === 6 ? -1 : code));
    ensureRefused(() => fitted(trial, withColumn(table, target, { ...column, codes })), target, "row 7");
  }),
  modelCheck("missing-columns", "columns that are missing at prediction are named", (trial, table) => {
    const lacking = tableOf(table.columns.filter(({ name }) => name === "height"));
    ensureRefused(() => fittedClouds(trial).predict(lacking), '"width"', '"depth"');
  }),
  modelCheck("text-for-numbers", "text where numbers were is refused with its row and column", (trial, table) => {
    const texts = labelsOf(table).map((_, row) => (row === 3 ? "tall" : "1.5"));
    const wrong = withTexts(table, "height", texts);
    ensureRefused(() => fittedClouds(trial).predict(wrong), '"height"', "row 4", "tall");
  }),
  modelCheck(
    "categories",
    "a text column is a category, and its levels at prediction may come in any order",
    (trial) => {
      const table = withSoil(trial.classes);
      const posterior = fitted(trial, table);
      const prediction = posterior.predict(table);
      ensureValid(prediction);
      const soil = table.columns.find(({ name }) => name === "soil");
      ensure(soil?.type === "text", "soil is a text column");
      const reversed = {
        ...soil,
        levels: soil.levels.toReversed(),
        codes: soil.codes.map((code) => soil.levels.length - 1 - code),
      };
      const again = posterior.predict(withColumn(table, "soil", reversed));
      ensure(
        prediction.probabilities.data.every((p, at) => p === again.probabilities.data[at]),
        "probabilities changed",
      );
    },
  ),
  modelCheck("unseen-level", "a level that did not occur in training is refused with its row and column", (trial) => {
    const table = withSoil(trial.classes);
    const posterior = fitted(trial, table);
    const levels = labelsOf(table).map((_, row) => (row === 8 ? "peat" : "clay"));
    ensureRefused(() => posterior.predict(withTexts(table, "soil", levels)), "peat", '"soil"', "row 9");
  }),
  modelCheck("bad-weights", "weights that are negative or missing are refused with their row", (trial, table) => {
    const weights = Float64Array.from({ length: table.rows }, (_, row) => (row === 2 ? -1 : 1));
    const weighted = withNumbers(table, "weight", weights);
    ensureRefused(() => fitted(trial, weighted, { weights: "weight" }), "row 3");
  }),
];

/** The clouds with a category that goes with the classes now and then. */
function withSoil(classes: number): Table {
  const table = clouds(classes, 40);
  const kinds = ["clay", "sand", "loam"];
  // Rows of the classes take turns: the turn, not the row, decides, so that every class meets every level.
  const soils = labelsOf(table).map((label, row) => {
    const turn = Math.floor(row / classes);
    return kinds[(turn + (turn % 5 === 0 ? label.length : 0)) % 3];
  });
  return withTexts(table, "soil", soils);
}
