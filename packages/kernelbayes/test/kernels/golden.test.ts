import { expect, test } from "vitest";
import { kernels } from "../conformance/topics/kernels.ts";
import golden from "../fixtures/golden/fisher/kernels.json" with { type: "json" };

interface Golden {
  readonly cases: readonly { readonly name: string; readonly input: unknown; readonly expected: unknown }[];
}

const { cases }: Golden = golden;

/** All numbers of nested lists and objects under their path. */
function numbers(value: unknown, path = ""): [string, number][] {
  if (typeof value === "number") return [[path, value]];
  return Object.entries(value as object).flatMap(([key, each]) => numbers(each, `${path}/${key}`));
}

test.each(cases)("the golden case $name is met", ({ input, expected }) => {
  const found = new Map(numbers(kernels(input)));
  const wanted = numbers(expected);
  expect(found.size).toBe(wanted.length);
  for (const [path, value] of wanted) expect(found.get(path), `at ${path}`).toBeCloseTo(value, 13);
});
