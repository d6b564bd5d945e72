import { expect, test } from "vitest";
import { InputError } from "../../src/errors.ts";
import { boxOf } from "../../src/optimize/box.ts";
import { demandPositive, demandStart, evaluateGradient, evaluateValue, openLedger } from "../../src/optimize/ledger.ts";

const box = boxOf(1, -Infinity, Infinity);
const enter = (ledger: ReturnType<typeof openLedger>, value: number, gradientNorm = 1): void => {
  const point = Float64Array.of(value);
  ledger.enter({ point, value: Infinity, gradientNorm: NaN }, () => ({ point, value, gradientNorm }));
};

test("of equal values the one with the smaller gradient is kept, then the earlier", () => {
  const ledger = openLedger({});
  enter(ledger, 3, 0.5);
  const first = ledger.best;
  enter(ledger, 3, 0.5);
  expect(ledger.best).toBe(first);
  enter(ledger, 3, 0.25);
  expect(ledger.best?.gradientNorm).toBe(0.25);
});

test("minus infinity and NaN are rejected and counted", () => {
  const ledger = openLedger({});
  for (const value of [-Infinity, NaN, Infinity, 2]) enter(ledger, value);
  const { value, evaluations, rejected } = ledger.close(true, "done", box);
  expect({ value, evaluations, rejected }).toEqual({ value: 2, evaluations: 4, rejected: 3 });
});

test("the limits are told in words", () => {
  const one = openLedger({ maxEvaluations: 1 });
  expect(one.limit).toBeUndefined();
  enter(one, 1);
  expect(one.limit).toBe("stopped after 1 evaluation");
  const iterations = openLedger({ maxIterations: 2 });
  iterations.iterate();
  iterations.iterate();
  expect(iterations.limit).toBe("stopped after 2 iterations");
});

test("the nearer limit tells the progress, and the stage carries the given name", () => {
  const ledger = openLedger({ maxEvaluations: 10, maxIterations: 100, stage: "evidence" });
  expect(ledger.iterate()).toEqual({ kind: "progress", stage: "evidence", step: 1, of: 100, fraction: 0.04 });
  for (let k = 0; k < 5; k++) enter(ledger, k);
  expect(ledger.iterate()).toEqual({
    kind: "progress",
    stage: "evidence",
    step: 50,
    of: 100,
    objective: 0,
    fraction: 0.92,
  });
});

test("without evaluations left a value is refused unseen", () => {
  const ledger = openLedger({ maxEvaluations: 1 });
  expect(evaluateValue(ledger, () => 1, Float64Array.of(0)).value).toBe(1);
  const forbidden = (): number => {
    throw new Error("The objective was called beyond the cap.");
  };
  expect(evaluateValue(ledger, forbidden, Float64Array.of(0)).value).toBe(Infinity);
});

test("a gradient of the wrong length is a mistake that is named", () => {
  const objective = () => ({ value: 1, gradient: Float64Array.of(1, 2) });
  expect(() => evaluateGradient(openLedger({}), objective, Float64Array.of(0), box)).toThrow(
    "The gradient must have one entry for each of 1 coordinates; got 2.",
  );
});

test("limits, starts and options that make no sense are refused", () => {
  for (const wrong of [0, -1, 2.5, NaN, Infinity]) {
    expect(() => openLedger({ maxEvaluations: wrong })).toThrow(InputError);
    expect(() => openLedger({ maxIterations: wrong })).toThrow("maxIterations must be a whole number of at least 1");
  }
  expect(() => demandStart([])).toThrow("at least one coordinate");
  expect(() => demandStart([1, NaN])).toThrow("Coordinate 1 of the start must be finite; got NaN.");
  expect(() => demandPositive("step", 0)).toThrow("step must be greater than 0; got 0.");
});
