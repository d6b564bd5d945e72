import { describe, expect, test } from "vitest";
import { kernelFromDocument, kernels, type KernelDocument } from "../../src/kernels/index.ts";
import { fromRows } from "../../src/matrix/row.ts";
import fixture from "../fixtures/kernels/members.json" with { type: "json" };
import { engines } from "./engines.ts";

interface Case {
  readonly document: KernelDocument;
  readonly X: number[][];
  readonly Z: number[][];
  readonly W: number[][];
  readonly K: number[][];
  readonly C: number[][];
  readonly gradient: number[];
}

const cases = fixture.cases as Case[];

function expectClose(actual: ArrayLike<number>, expected: number[], tolerance: number): void {
  expect(actual.length).toBe(expected.length);
  expected.forEach((value, index) => {
    expect(Math.abs(actual[index] - value), `entry ${index}: ${actual[index]}, not ${value}`).toBeLessThanOrEqual(
      tolerance * Math.max(1, Math.abs(value)),
    );
  });
}

test("there is a fixture for every member of the catalogue", () => {
  expect([...new Set(cases.map((each) => each.document.kind))].toSorted()).toEqual(Object.keys(kernels).toSorted());
});

describe.each(engines.map((engine) => [engine.name, engine] as const))("on the engine %s", (_name, engine) => {
  test.each(cases)("$document has the values and derivatives computed with fifty digits", (each) => {
    const kernel = kernelFromDocument(each.document).forColumns(each.X[0].map((_, j) => j));
    expectClose(kernel.matrix(engine, fromRows(each.X)).data, each.K.flat(), 1e-14);
    expectClose(kernel.cross(engine, fromRows(each.X), fromRows(each.Z)).data, each.C.flat(), 1e-14);
    expectClose(kernel.gradient(engine, fromRows(each.X), fromRows(each.W)), each.gradient, 1e-13);
  });
});
