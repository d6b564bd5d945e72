import { expect, test } from "vitest";
import { fit } from "../../src/fit/fit.ts";
import { trainingData } from "../../src/fit/trainingData.ts";
import { linearDiscriminant } from "../../src/models/discriminant/lda.ts";
import { clouds, target } from "./samples.ts";

test("a fit of learned data learns neither labels nor encoding again", async () => {
  const options = { target, seed: 5, priors: "equal" } as const;
  const expected = await fit(linearDiscriminant(), clouds(2), options);
  const data = trainingData(clouds(2), options);
  // Without the labels there is nothing to learn from.
  const features = data.table.columns.filter(({ name }) => name !== target);
  const posterior = await fit(linearDiscriminant(), { ...data, table: { ...data.table, columns: features } });
  expect(posterior.encoding).toBe(data.encoding);
  expect(posterior.toDocument()).toEqual(expected.toDocument());
});

test("an option that comes after the learning is refused, since the data were learned without it", async () => {
  const data = trainingData(clouds(2), { target });
  await expect(fit(linearDiscriminant(), data, { seed: 2 } as object)).rejects.toMatchObject({
    code: "unknown-option",
    message: "seed comes too late for data that were learned. Give it to trainingData.",
  });
});

test("a misspelt option is refused before anything is learned", () => {
  expect(() => trainingData(clouds(2), { target, misssing: "drop" } as never)).toThrow(
    'There is no option "misssing".',
  );
});
