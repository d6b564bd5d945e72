import { expect, test } from "vitest";
import { fitSync } from "../../../src/fit/fit.ts";
import type { BatchInput } from "../../../src/fit/predictBatches.ts";
import { predictTask } from "../../../src/fit/tasks/predictTask.ts";
import { linearDiscriminant } from "../../../src/models/discriminant/lda.ts";
import { encodeDocument } from "../../../src/posterior/encodeDocument.ts";
import { partOf, type PredictedPart } from "../../../src/posterior/joinPredictions.ts";
import { runSync } from "../../../src/run/run.ts";
import { tableFromColumns } from "../../../src/table/table.ts";

const rows = tableFromColumns({ size: [0, 0.5, 1] });

function fitted(shift: number): ReturnType<typeof fitSync> {
  const training = tableFromColumns({
    size: Array.from({ length: 40 }, (_, i) => Math.sin(i) + shift * (i % 2)),
    kind: Array.from({ length: 40 }, (_, i) => (i % 2 === 0 ? "a" : "b")),
  });
  return fitSync(linearDiscriminant(), training, { target: "kind" });
}

function predicted(document: Uint8Array): PredictedPart {
  const input: BatchInput = { document, engine: undefined, table: rows, first: 0, options: {} };
  return runSync(predictTask(input));
}

test("each batch is predicted by its own document, whichever came before, as the same bytes or as a copy", () => {
  const posteriors = [1, 2, 3, 4, 5, 6].map(fitted);
  const documents = posteriors.map((posterior) => encodeDocument(posterior.toDocument()));
  for (const at of [0, 1, 0, 2, 3, 4, 5, 0, 5]) {
    const expected = partOf(posteriors[at].predict(rows));
    expect(predicted(documents[at])).toEqual(expected);
    expect(predicted(documents[at].slice())).toEqual(expected);
  }
});
