import { expect, test } from "vitest";
import { costsOf } from "../../src/compare/costsOf.ts";
import { thrown } from "../thrown.ts";

const classes = ["healthy", "sick"];

test("a right decision costs nothing unless it is said; what is no class comes last", () => {
  const { actions, costs } = costsOf(
    { ask: { healthy: 2, sick: 3 }, sick: { healthy: 1, sick: -4 }, healthy: { sick: 20 } },
    classes,
  );
  expect(actions).toEqual(["healthy", "sick", "ask"]);
  expect(costs.map((one) => Array.from(one))).toEqual([
    [0, 20],
    [1, -4],
    [2, 3],
  ]);
});

test.each([
  ["a list", [1], "should be an object"],
  ["no decision", {}, "name no decision"],
  ["a class that is not there", { healthy: { well: 1 } }, "which the model does not know"],
  ["a missing cost", { healthy: {} }, "lack a number"],
  ["a cost that is no number", { healthy: { sick: "20" } }, "lack a number"],
  ["a property of all objects", { ask: { healthy: 1, toString: 2 } }, '"toString"'],
])("%s is refused", (_, document, words) => {
  const error = thrown(() => costsOf(document, classes));
  expect(error.code).toBe("invalid-costs");
  expect(error.message).toContain(words);
});
