import { describe, expect, test } from "vitest";
import { linkLogs, type MatrixLink } from "../../../src/calibration/link/matrixLink.ts";
import { matrix } from "../../../src/engine/matrix.ts";
import { selectEngine } from "../../../src/engine/selectEngine.ts";
import { latentOutputs } from "../../../src/explain/latentOutputs.ts";
import { latentValuesOf } from "../../../src/explain/valueFunction.ts";
import { linkedExpansion } from "../../../src/models/parts/linkedExpansion.ts";
import type { LatentExpansion } from "../../../src/posterior/latentExpansion.ts";

/** Machines whose outputs are the columns of a row. */
function machines(count: number): LatentExpansion {
  const functions = Array.from({ length: count }, (_, m) => m);
  const identity = Float64Array.from({ length: count ** 2 }, (_, at) => (at % (count + 1) === 0 ? 1 : 0));
  return {
    functions: functions.map((positive) => ({ positive: count === 1 ? 1 : positive })),
    constants: new Float64Array(count),
    sums: [],
    polynomials: [{ center: new Float64Array(count), functions, linear: matrix(count, count, identity) }],
    link: { kind: "other" },
  };
}

const three: MatrixLink = {
  weights: matrix(3, 3, Float64Array.of(3, -0.2, 0.1, 0.4, 2, -0.3, 0, 0.2, 4)),
  offsets: Float64Array.of(0.3, -0.1, 0.7),
};
const two: MatrixLink = {
  weights: matrix(2, 2, Float64Array.of(1.5, 0.2, -0.3, 2)),
  offsets: Float64Array.of(0.1, 0.4),
};

describe("a link without squares", () => {
  const engine = selectEngine();

  test("makes log odds of the outputs of three machines", () => {
    const expansion = linkedExpansion(machines(3), three);
    const X = matrix(2, 3, Float64Array.of(0.5, -0.3, 0.1, -1, 0.2, 0.6));
    const odds = latentValuesOf(expansion, latentOutputs(expansion, 3, "log-odds")!)(X);
    const logs = linkLogs(engine, three, X).data;
    odds.data.forEach((value, at) => {
      const start = at - (at % 3);
      const mean = (logs[start] + logs[start + 1] + logs[start + 2] - logs[at]) / 2;
      expect(value).toBeCloseTo(logs[at] - mean, 12);
    });
  });

  test("makes log odds of one machine for two classes, whose outputs are −f and f", () => {
    const expansion = linkedExpansion(machines(1), two);
    const odds = latentValuesOf(
      expansion,
      latentOutputs(expansion, 2, "log-odds")!,
    )(matrix(1, 1, Float64Array.of(0.7)));
    const [first, second] = linkLogs(engine, two, matrix(1, 2, Float64Array.of(-0.7, 0.7))).data;
    expect(odds.data[1]).toBeCloseTo(second - first, 12);
  });
});

test("a link with squares leaves the outputs of the machines as they are", () => {
  const weights = matrix(
    6,
    3,
    Float64Array.from({ length: 18 }, (_, at) => at / 10),
  );
  const { functions, link, constants } = linkedExpansion(machines(3), { ...three, weights, squareScale: 2 });
  expect([functions.length, link.kind, ...constants]).toEqual([3, "other", 0, 0, 0]);
});
