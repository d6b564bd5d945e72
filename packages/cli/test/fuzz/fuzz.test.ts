import { NumericalError } from "kernelbayes";
import { expect, test } from "vitest";
import { keptCases } from "./corpus.ts";
import { fuzz } from "./fuzz.ts";
import { damaged, randomOf, verdictOf } from "./subject.ts";
import { inputOf, judge, subjectNames } from "./subjects.ts";

test("a seed gives the same input again, and other seeds give others", () => {
  for (const subject of subjectNames) {
    const texts = Array.from({ length: 20 }, (_, seed) => JSON.stringify(inputOf(subject, seed)));
    expect(texts).toEqual(Array.from({ length: 20 }, (_, seed) => JSON.stringify(inputOf(subject, seed))));
    expect(new Set(texts).size).toBeGreaterThan(10);
  }
  expect(damaged(Buffer.from("abc"), randomOf(3))).toEqual(damaged(Buffer.from("abc"), randomOf(3)));
});

test("an input survives being kept as JSON", () => {
  for (const subject of subjectNames) {
    for (let seed = 0; seed < 20; seed++) {
      const input = inputOf(subject, seed);
      expect(JSON.parse(JSON.stringify(input))).toEqual(input);
    }
  }
});

test("every kept case holds", async () => {
  expect(keptCases().length).toBeGreaterThan(0);
  for (const { name, kept } of keptCases()) {
    await expect(judge(kept.subject, kept.input), name).resolves.toMatch(/^(valid|refused)$/);
  }
});

test("an error that is no refusal is not taken for one", async () => {
  await expect(verdictOf(() => [].at(0)!["x"])).rejects.toThrow(TypeError);
});

test("a computation that gives up without a listed reason is a failure, not a refusal", async () => {
  const givesUp = (): never => {
    throw new NumericalError("no-such-reason", "It could not go on.");
  };
  await expect(verdictOf(givesUp)).rejects.toThrow(NumericalError);
});

test("a case that fails is reported by its name, and the next ones are judged all the same", async () => {
  const { counts, failures } = await fuzz(["tables:1", "no such subject:7", "tables:2"].values());
  expect(failures.map(({ name }) => name)).toEqual(["no such subject:7"]);
  expect(failures[0].kind).toBe("crash");
  expect(failures[0].story).toContain("There is no subject no such subject");
  expect(counts.valid + counts.refused).toBe(2);
});
