import { ensure } from "../check.ts";
import {
  clouds,
  ensureRefused,
  ensureValid,
  fitted,
  fittedClouds,
  labelsOf,
  mapColumn,
  numberColumn,
  target,
  textColumn,
  withColumn,
  type ModelCheck,
} from "./trial.ts";
import { tableOf } from "../../table/table.ts";
import type { Table } from "../../table/table.ts";

/** Bad cells and columns are refused by name and row; good ones of every kind are understood. */
export const cellChecks: readonly ModelCheck[] = [
  {
    name: "missing-cell",
    title: "a missing number is refused with its row and column",
    run(trial) {
      const table = mapColumn(clouds(trial.classes), "height", (value, row) => (row === 4 ? Number.NaN : value));
      const { place } = ensureRefused(() => fitted(trial, table), '"height"', "row 5");
      ensure(place.row === 5 && place.column === "height", `the place is ${JSON.stringify(place)}`);
    },
  },
  {
    name: "infinite-cell",
    title: "an infinite number is refused with its row and column, in training and in prediction",
    run(trial) {
      const table = clouds(trial.classes);
      const infinite = mapColumn(table, "depth", (value, row) => (row === 2 ? Infinity : value));
      ensureRefused(() => fitted(trial, infinite), '"depth"', "row 3");
      ensureRefused(() => fittedClouds(trial).predict(infinite), '"depth"', "row 3");
    },
  },
  {
    name: "missing-cell-at-prediction",
    title: "a missing number at prediction is refused with its row and column",
    run(trial) {
      const table = clouds(trial.classes);
      const holed = mapColumn(table, "width", (value, row) => (row === 1 ? Number.NaN : value));
      ensureRefused(() => fittedClouds(trial).predict(holed), '"width"', "row 2");
    },
  },
  {
    name: "too-far-to-predict",
    title: "a value beyond all measure is refused at prediction with its row and column",
    run(trial) {
      const table = clouds(trial.classes);
      const far = mapColumn(table, "width", (value, row) => (row === 1 ? 1e300 : value));
      ensureRefused(() => fittedClouds(trial).predict(far), '"width"', "row 2");
    },
  },
  {
    name: "imputed-cells",
    title: "missing numbers are filled when asked, in training and in prediction",
    run(trial) {
      // Seven has no divisor in common with the number of classes: every class has rows with and without the number.
      const table = mapColumn(clouds(trial.classes), "height", (value, row) => (row % 7 === 4 ? Number.NaN : value));
      ensureValid(fitted(trial, table, { missing: "impute" }).predict(table));
    },
  },
  {
    name: "dropped-rows",
    title: "rows with missing numbers are left out of training when asked",
    run(trial) {
      const table = mapColumn(clouds(trial.classes), "height", (value, row) => (row % 9 === 4 ? Number.NaN : value));
      const { training } = fitted(trial, table, { missing: "drop" });
      ensure(
        training.rows.every((row) => row % 9 !== 4),
        "an incomplete row was used",
      );
    },
  },
  {
    name: "missing-label",
    title: "a missing label is refused with its row",
    run(trial) {
      const table = clouds(trial.classes);
      const column = table.columns.find(({ name }) => name === target);
      ensure(column?.type === "text", "the label column is a text column");
      const codes = column.codes.map((code, row) => (row === 6 ? -1 : code));
      ensureRefused(() => fitted(trial, withColumn(table, target, { ...column, codes })), target, "row 7");
    },
  },
  {
    name: "missing-columns",
    title: "columns that are missing at prediction are named",
    run(trial) {
      const table = clouds(trial.classes);
      const lacking = tableOf(table.columns.filter(({ name }) => name === "height"));
      ensureRefused(() => fittedClouds(trial).predict(lacking), '"width"', '"depth"');
    },
  },
  {
    name: "text-for-numbers",
    title: "text where numbers were is refused with its row and column",
    run(trial) {
      const table = clouds(trial.classes);
      const texts = labelsOf(table).map((_, row) => (row === 3 ? "tall" : "1.5"));
      const wrong = withColumn(table, "height", textColumn("height", texts));
      ensureRefused(() => fittedClouds(trial).predict(wrong), '"height"', "row 4", "tall");
    },
  },
  {
    name: "categories",
    title: "a text column is a category, and its levels at prediction may come in any order",
    run(trial) {
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
  },
  {
    name: "unseen-level",
    title: "a level that did not occur in training is refused with its row and column",
    run(trial) {
      const table = withSoil(trial.classes);
      const posterior = fitted(trial, table);
      const levels = labelsOf(table).map((_, row) => (row === 8 ? "peat" : "clay"));
      ensureRefused(
        () => posterior.predict(withColumn(table, "soil", textColumn("soil", levels))),
        "peat",
        '"soil"',
        "row 9",
      );
    },
  },
  {
    name: "bad-weights",
    title: "weights that are negative or missing are refused with their row",
    run(trial) {
      const table = clouds(trial.classes);
      const weights = Float64Array.from({ length: table.rows }, (_, row) => (row === 2 ? -1 : 1));
      const weighted = withColumn(table, "weight", numberColumn("weight", weights));
      ensureRefused(() => fitted(trial, weighted, { weights: "weight" }), "row 3");
    },
  },
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
  return withColumn(table, "soil", textColumn("soil", soils));
}
