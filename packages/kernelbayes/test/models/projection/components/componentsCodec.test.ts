import { describe, expect, test } from "vitest";
import { projectionOf } from "../../../../src/models/projection/components/componentProjection.ts";
import { componentsCodec, kernelComponents } from "../../../../src/models/projection/components/kernelComponents.ts";
import { gaussian, scale } from "../../../../src/kernels/index.ts";
import { fromRows } from "../../../../src/matrix/index.ts";
import { engines } from "../../../kernels/engines.ts";
import { thrown } from "../../../thrown.ts";

const engine = engines[0];
const X = fromRows([0.2, 1.1, 2.7, 2.9, 4, 5.5].map((x) => [x, Math.sin(x)]));
const others = fromRows([
  [0.3, 0.1],
  [9, 0],
]);
const components = kernelComponents(engine, scale(gaussian({ lengthScale: 1.7 }), { variance: 2 }), X, { count: 3 });
const document = JSON.parse(JSON.stringify(componentsCodec.write(components))) as Record<string, unknown>;

test("what is read back projects new rows bit for bit", () => {
  for (const pivots of [6, 4]) {
    const saved = kernelComponents(engine, gaussian({ lengthScale: 1.7 }), X, { count: 3, pivots });
    const read = projectionOf(
      engine,
      componentsCodec.read(JSON.parse(JSON.stringify(componentsCodec.write(saved))), "components"),
    );
    expect(read.basis.rows.rows).toBe(pivots);
    expect(read.project(others)).toEqual(saved.project(others));
    expect(read.eigenvalues).toEqual(saved.eigenvalues);
    expect(read.total).toBe(saved.total);
    expect(componentsCodec.write(read)).toEqual(componentsCodec.write(saved));
  }
});

describe("what does not fit is refused by its path", () => {
  const { eigenvalues, coefficients } = document as { eigenvalues: number[]; coefficients: { data: number[] } };
  test.each<[string, Record<string, unknown>]>([
    ["kernel", { kernel: [] }],
    ["rows", { rows: undefined }],
    ["rows.data", { rows: { rows: 6, columns: 2, data: [1] } }],
    ["means", { means: [1, 2] }],
    ["means[0]", { means: [null, 1, 1, 1, 1, 1] }],
    ["coefficients", { coefficients: { ...coefficients, rows: 9, columns: 2 } }],
    ["eigenvalues", { eigenvalues: [] }],
    ["eigenvalues", { eigenvalues: eigenvalues.toReversed() }],
    ["eigenvalues[2]", { eigenvalues: [3, 2, 0] }],
    ["rows.data[0]", { rows: { rows: 1, columns: 1, data: [1e150] } }],
    ["total", { total: eigenvalues[0] }],
    ["total", { total: "all" }],
  ])("a wrong %s", (path, change) => {
    const error = thrown(() => componentsCodec.read({ ...document, ...change }, "document.components"));
    expect(error.code).toBe("invalid-document");
    expect(error.message.startsWith(`document.components.${path} `)).toBe(true);
  });

  test("a kernel that there is not", () => {
    const change = { kernel: { kind: "abacus" } };
    expect(thrown(() => componentsCodec.read({ ...document, ...change }, "components")).code).toBe("invalid-document");
  });
});
