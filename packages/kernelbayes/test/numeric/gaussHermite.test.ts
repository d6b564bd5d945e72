import { expect, test } from "vitest";
import { gaussHermite } from "../../src/numeric/gaussHermite.ts";
import { logGamma } from "../../src/numeric/logGamma.ts";
import fixture from "../fixtures/numeric/quadrature.json" with { type: "json" };

test("nodes and weights agree with 50-digit values, the outermost weights too", () => {
  for (const [n, rows] of Object.entries(fixture.hermite)) {
    const size = Number(n);
    const { nodes, weights } = gaussHermite(size);
    expect(nodes).toHaveLength(size);
    rows.forEach(([x, weight], i) => {
      const index = Math.floor(size / 2) + i;
      expect(Math.abs(nodes[index] - x)).toBeLessThanOrEqual(5e-16 * (1 + x));
      expect(Math.abs(weights[index] / weight - 1)).toBeLessThan(1e-12);
      expect(nodes[size - 1 - index]).toBe(0 - nodes[index]);
    });
  }
});

test("n points integrate powers up to 2n − 1 against exp(−x²)", () => {
  for (const n of [1, 2, 5, 12]) {
    const { nodes, weights } = gaussHermite(n);
    const error = (power: number): number => {
      const sum = nodes.reduce((total, x, i) => total + weights[i] * x ** power, 0);
      return Math.abs(sum / Math.exp(logGamma((power + 1) / 2)) - 1);
    };
    for (let power = 0; power < 2 * n; power += 2) expect(error(power)).toBeLessThan(1e-13);
    expect(error(2 * n)).toBeGreaterThan(1e-6);
  }
});

test("nodes ascend and weights sum to √π for every size up to 900, where outer weights underflow", () => {
  for (const n of [4, 20, 101, 370, 371, 600, 900]) {
    const { nodes, weights } = gaussHermite(n);
    for (let i = 1; i < n; i++) expect(nodes[i]).toBeGreaterThan(nodes[i - 1]);
    expect(Math.abs(weights.reduce((sum, weight) => sum + weight, 0) / Math.sqrt(Math.PI) - 1)).toBeLessThan(1e-13);
  }
});

test("a rule without points is refused", () => {
  for (const n of [0, -1, 1.5, NaN]) expect(() => gaussHermite(n)).toThrow(RangeError);
});
