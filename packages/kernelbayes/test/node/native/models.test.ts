import { describe, expect, test } from "vitest";
import { datasets, type DatasetName } from "../../../src/data/index.ts";
import { createWasmEngine } from "../../../src/engine/wasm/index.ts";
import { fitSync } from "../../../src/fit/fit.ts";
import { gaussian, kernelFromDocument, kernels, nugget, scale, sum } from "../../../src/kernels/index.ts";
import { fromRows } from "../../../src/matrix/row.ts";
import { models } from "../../../src/models/index.ts";
import type { NativeEngine } from "../../../src/node/native/createNativeEngine.ts";
import { kernelBattery } from "../../../src/testing/kernelBattery.ts";
import fixture from "../../fixtures/kernels/members.json" with { type: "json" };
import { availableEngine } from "./available.ts";

const native = availableEngine();
const engine = native as NativeEngine;
const wasm = createWasmEngine();

/** The largest difference, in units of the larger number. */
function relativeDistance(a: Float64Array, b: Float64Array): number {
  expect(a.length).toBe(b.length);
  return a.reduce(
    (largest, value, i) => Math.max(largest, Math.abs(value - b[i]) / Math.max(1e-300, Math.abs(b[i]))),
    0,
  );
}

describe.skipIf(!native)("on the native engine", () => {
  const kernel = sum(scale(gaussian({ relevance: "each" }), { variance: 2 }), nugget());
  for (const { title, run } of native ? kernelBattery(kernel, { engine: native }) : []) {
    test(`a composed kernel: ${title}`, () => run());
  }

  test("there is a case for every kernel of the catalogue", () => {
    const kinds = fixture.cases.map(({ document }) => document.kind);
    expect([...new Set(kinds)].toSorted()).toEqual(Object.keys(kernels).toSorted());
  });

  test.each(fixture.cases)("the kernel $document agrees with wasm to 1e-12", ({ document, X, Z, W }) => {
    const member = kernelFromDocument(document).forColumns(X[0].map((_, j) => j));
    for (const compute of [
      (on: typeof wasm) => member.matrix(on, fromRows(X)).data,
      (on: typeof wasm) => member.cross(on, fromRows(X), fromRows(Z)).data,
      (on: typeof wasm) => Float64Array.from(member.gradient(on, fromRows(X), fromRows(W))),
    ]) {
      expect(relativeDistance(compute(engine), compute(wasm))).toBeLessThan(1e-12);
    }
  });

  const fits = (["iris", "ringnorm", "waveform"] as DatasetName[]).flatMap((data) =>
    (["lda", "qda", "rda"] as const).map((model) => ({ data, model })),
  );
  test.each(fits)("the probabilities of $model on $data agree with wasm to 1e-10", ({ data, model }) => {
    const { make, target } = datasets[data];
    const table = make();
    const predict = (on: typeof wasm): Float64Array =>
      fitSync(models[model].create(), table, { target, engine: on }).predict(table).probabilities.data;
    expect(relativeDistance(predict(engine), predict(wasm))).toBeLessThan(1e-10);
  });

  test("a posterior names the engine that computed it", () => {
    const { make, target } = datasets.iris;
    const document = fitSync(models.lda.create(), make(), { target, engine }).toDocument();
    expect(JSON.stringify(document)).toContain(engine.name);
  });
});
