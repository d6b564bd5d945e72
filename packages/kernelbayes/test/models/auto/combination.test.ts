import { expect, test } from "vitest";
import { matrix } from "../../../src/engine/matrix.ts";
import { pooled, poolOf } from "../../../src/evaluate/combine/pool.ts";
import { pooledWithoutEach } from "../../../src/models/auto/combination.ts";
import { selectRows } from "../../../src/matrix/row.ts";
import { logSoftmaxInPlace } from "../../../src/numeric/logSumExp.ts";
import { normal } from "../../../src/random/normal.ts";
import { stream } from "../../../src/random/stream.ts";

test.each([
  [2, [1, 1]],
  [3, [1, 1, 1]],
  [3, [1, 0.4, 0]],
])("each row is pooled as by refitting without it, %i classes scored in the shares %j", (C, shares) => {
  const n = 60;
  const source = stream(C);
  const scored = shares.filter((share) => share > 0).length;
  const classes = Int32Array.from({ length: n }, (_, i) => i % scored);
  // Two members that know something, and one that is wrong on purpose and held at zero.
  const members = [1, 0.5, -1].map((sense) => {
    const logs = matrix(n, C);
    for (let i = 0; i < n; i++) {
      const row = logs.data.subarray(i * C, (i + 1) * C);
      row.forEach((_, c) => (row[c] = normal(source) + (c === classes[i] ? 1.5 * sense : 0)));
      logSoftmaxInPlace(row);
    }
    return logs;
  });
  const options = { lambda: 2, shares };
  const pool = poolOf(members, classes, options);
  expect(pool.coefficients[2]).toBe(0);
  const left = pooledWithoutEach(pool, members, classes, options);
  const inSample = pooled(pool, members);
  let moved = 0;
  let missed = 0;
  for (let i = 0; i < n; i++) {
    const others = Int32Array.from({ length: n }, (_, row) => row).filter((row) => row !== i);
    const refitted = poolOf(
      members.map((member) => selectRows(member, others)),
      Int32Array.from(others, (row) => classes[row]),
      options,
    );
    const expected = pooled(
      refitted,
      members.map((member) => selectRows(member, Int32Array.of(i))),
    );
    for (let c = 0; c < C; c++) {
      missed += Math.abs(left.data[i * C + c] - expected.data[c]) / n;
      moved += Math.abs(inSample.data[i * C + c] - expected.data[c]) / n;
    }
  }
  // What the row does to its own pool is there, and one Newton step finds nearly all of it.
  expect(moved).toBeGreaterThan(0.01);
  expect(missed).toBeLessThan(0.08 * moved);
});
