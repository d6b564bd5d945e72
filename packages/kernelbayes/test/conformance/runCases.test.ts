import { expect, test } from "vitest";
import { isGoldenFile, runCases, type GoldenCase, type GoldenFile } from "./runCases.ts";

const coupled = [0.5, 0.3, 0.2];
/** Binary probabilities that are coherent already, so that coupling leaves them. */
const good: GoldenCase = {
  name: "good",
  input: { binaryEqualPriors: [0.5, 0.5, 0.5], classPriors: [1 / 3, 1 / 3, 1 / 3] },
  expected: { binaryEmpirical: [1 / 3, 1 / 3, 1 / 3] },
  rtol: 0,
  atol: 1e-12,
};

function file(...cases: GoldenCase[]): GoldenFile {
  return { schema: "comparison-golden/1", topic: "coupling", cases };
}

test("a case that agrees passes, and one that differs fails with what differs", () => {
  const bad = { ...good, name: "bad", expected: { binaryEmpirical: coupled } };
  const [first, second] = runCases(file(good, bad));
  expect(first).toEqual({ name: "good", outcome: "passed", problems: [] });
  expect(second).toMatchObject({ name: "bad", outcome: "failed" });
  expect(second.problems).toHaveLength(3);
  expect(second.problems[0]).toContain("binaryEmpirical[0] should be 0.5");
});

test("a case without an expectation does not pass by comparing nothing", () => {
  const { expected: _, ...empty } = good;
  expect(runCases(file(empty))[0].outcome).toBe("failed");
});

test("cases of topics that are not built are skipped by name", () => {
  const results = runCases({
    schema: "fisher-golden/1",
    topic: "no-such-topic",
    cases: [good, { ...good, name: "b" }],
  });
  expect(results.map(({ name, outcome }) => [name, outcome])).toEqual([
    ["good", "skipped"],
    ["b", "skipped"],
  ]);
});

test("of a topic that is built in part, the cases not named are skipped", () => {
  const results = runCases({
    schema: "comparison-golden/1",
    topic: "loo-laplace",
    cases: [{ ...good, name: "other" }],
  });
  expect(results[0].outcome).toBe("skipped");
});

test("a case that must be refused passes by an error of the library and by nothing else", () => {
  const refused = {
    ...good,
    input: {
      pairwise: [
        [0, 2],
        [-1, 0],
      ],
    },
    expectedError: "not a probability",
  };
  const computed = { ...good, expectedError: "anything" };
  const crashed = { ...good, input: null, expectedError: "anything" };
  const [first, second, third] = runCases(file(refused, computed, crashed));
  expect(first.outcome).toBe("passed");
  expect(second.problems).toEqual(["should have been refused with an error"]);
  expect(third.outcome).toBe("failed");
  expect(third.problems[0]).toContain("TypeError");
});

test("an error that was not expected fails with its message", () => {
  const [{ outcome, problems }] = runCases(
    file({
      ...good,
      input: {
        pairwise: [
          [0, 2],
          [-1, 0],
        ],
      },
    }),
  );
  expect(outcome).toBe("failed");
  expect(problems[0]).toMatch(/^InputError: /);
});

test("only files of a known layout are golden files", () => {
  expect(isGoldenFile(file(good))).toBe(true);
  for (const junk of [
    undefined,
    null,
    1,
    "x",
    [],
    {},
    { ...file(good), schema: "other/2" },
    { ...file(good), cases: {} },
  ]) {
    expect(isGoldenFile(junk)).toBe(false);
  }
});
