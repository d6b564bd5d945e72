import { selectRows, type Matrix, type Posterior, type Table } from "kernelbayes";
import { encode } from "kernelbayes/table";
import { neighbours } from "kernelbayes/explain";
import { encodeRows } from "kernelbayes/predict";
import type { Cells, NearRows } from "../living/questions.ts";
import { predictionOf } from "./predictionOf.ts";
import type { Started } from "./answerTo.ts";

const count = 6;

/** The training rows that a prediction leans on; of models that lean on none, those that are most like the row. */
export function nearRowsOf({ posterior, table }: Started, cells: Cells): NearRows {
  if (!table) throw new Error("The report holds no training rows.");
  const hasWeights = (posterior.numeric.expansion?.()?.sums.length ?? 0) > 0;
  return hasWeights ? byWeight(posterior, table, cells) : byDistance(posterior, table, cells);
}

function byWeight(posterior: Posterior, training: Table, cells: Cells): NearRows {
  const { outputs } = neighbours(posterior, [cells], { training, count });
  const { label } = predictionOf({ posterior }, cells);
  const output = outputs.find(({ class: name }) => name === label) ?? outputs[0];
  return {
    by: "weight",
    class: output.class,
    rows: output.neighbours[0].map(({ rows, labels, weight, share }) => ({
      places: rows,
      labels,
      value: weight,
      share,
    })),
  };
}

/** Encoded training rows, which cost more than the distances. */
const encoded = new WeakMap<Posterior, Matrix>();

function byDistance(posterior: Posterior, table: Table, cells: Cells): NearRows {
  const { encoding, training, classes } = posterior;
  const X = encoded.get(posterior) ?? encode(encoding, selectRows(table, training.rows));
  encoded.set(posterior, X);
  const x = encodeRows(posterior, [cells]).X.data;
  const distances = training.rows.map((_, i) => {
    let sum = 0;
    for (let j = 0; j < X.columns; j++) sum += (X.data[i * X.columns + j] - x[j]) ** 2;
    return Math.sqrt(sum);
  });
  const nearest = Array.from(distances.keys()).toSorted((a, b) => distances[a] - distances[b]);
  return {
    by: "distance",
    class: undefined,
    rows: nearest.slice(0, count).map((i) => ({
      places: [training.rows[i]],
      labels: [classes[training.classes[i]]],
      value: distances[i],
      share: undefined,
    })),
  };
}
