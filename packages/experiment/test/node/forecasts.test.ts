import { fromRows } from "kernelbayes/numeric";
import { expect, test } from "vitest";
import { packForecasts, unpackForecasts } from "../../src/node/forecasts.ts";

test("forecasts of several partitions come back one after the other, probabilities of 0 with what happened", () => {
  const first = packForecasts(
    fromRows([
      [1, 0],
      [1, 0],
      [0.75, 0.25],
    ]),
    [0, 1, 1],
  );
  const second = packForecasts(fromRows([[1e-30, 1]]), [0]);
  const { probability, happened } = unpackForecasts([first, second]);
  expect([...probability]).toEqual([0, 0, 0.25, 1]);
  expect([...happened]).toEqual([0, 1, 1, 0]);
});

test("of more than two classes the most probable one is the event", () => {
  const text = packForecasts(
    fromRows([
      [0.5, 0.25, 0.25],
      [0.125, 0.25, 0.625],
    ]),
    [0, 1],
  );
  const { probability, happened } = unpackForecasts([text]);
  expect([...probability]).toEqual([0.5, 0.625]);
  expect([...happened]).toEqual([1, 0]);
});

test("a small probability keeps its digits", () => {
  const { probability } = unpackForecasts([packForecasts(fromRows([[1, 1.234567e-20]]), [0])]);
  expect(probability[0] / 1.234567e-20).toBeCloseTo(1, 6);
});
