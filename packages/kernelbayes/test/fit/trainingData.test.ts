import { expect, test, vi } from "vitest";
import { fit } from "../../src/fit/fit.ts";
import { trainingData } from "../../src/fit/trainingData.ts";
import { encodeLabels, learnEncoding } from "../../src/encoding/index.ts";
import { linearDiscriminant } from "../../src/models/discriminant/lda.ts";
import { clouds, target } from "./samples.ts";

vi.mock(import("../../src/encoding/index.ts"), async (original) => {
  const module = await original();
  return {
    ...module,
    learnEncoding: vi.fn<typeof module.learnEncoding>(module.learnEncoding),
    encodeLabels: vi.fn<typeof module.encodeLabels>(module.encodeLabels),
  };
});

const learnings = (): number[] => [learnEncoding, encodeLabels].map((learn) => vi.mocked(learn).mock.calls.length);

test("labels and encoding are learned once, also where they are looked at before the fit", async () => {
  const options = { target, seed: 5, priors: "equal" } as const;
  const table = clouds(2);
  vi.clearAllMocks();
  const expected = await fit(linearDiscriminant(), table, options);
  expect(learnings()).toEqual([1, 1]);
  vi.clearAllMocks();
  const data = trainingData(table, options);
  const posterior = await fit(linearDiscriminant(), data);
  expect(learnings()).toEqual([1, 1]);
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
