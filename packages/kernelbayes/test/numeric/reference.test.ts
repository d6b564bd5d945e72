import { expect, test } from "vitest";
import { errorInUnits, referencesOf, unitInLastPlace, worstError } from "./reference.ts";

test("the unit in the last place is the distance to the next double", () => {
  expect(unitInLastPlace(1)).toBe(Number.EPSILON);
  expect(unitInLastPlace(-1.999)).toBe(Number.EPSILON);
  expect(unitInLastPlace(2 - Number.EPSILON)).toBe(Number.EPSILON);
  expect(unitInLastPlace(0)).toBe(5e-324);
  expect(unitInLastPlace(1e-310)).toBe(5e-324);
  expect(unitInLastPlace(2 ** 1023)).toBe(2 ** 971);
});

test("errors are measured from the true value, not from the nearest double", () => {
  const reference = { x: 0, value: 1, fraction: 0.25 };
  expect(errorInUnits(1, reference)).toBe(0.25);
  expect(errorInUnits(1 + Number.EPSILON, reference)).toBe(0.75);
  expect(errorInUnits(1 - Number.EPSILON, reference)).toBe(1.25);
});

test("an approximation that is off by five units, or NaN anywhere, is noticed", () => {
  const references = referencesOf("erf");
  const truth = new Map(references.map(({ x, value }) => [x, value]));
  expect(worstError((x) => truth.get(x)!, references).error).toBeLessThanOrEqual(0.501);
  expect(worstError((x) => truth.get(x)! * (1 + 5 * Number.EPSILON), references).error).toBeGreaterThan(4);
  expect(worstError((x) => (x > 2 ? NaN : truth.get(x)!), references).error).toBe(Infinity);
});
