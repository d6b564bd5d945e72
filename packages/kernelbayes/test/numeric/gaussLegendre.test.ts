import { expect, test } from "vitest";
import { gaussLegendre } from "../../src/numeric/gaussLegendre.ts";
import fixture from "../fixtures/numeric/quadrature.json" with { type: "json" };

test("nodes and weights agree with 50-digit values to 10⁻¹⁴", () => {
  for (const [n, rows] of Object.entries(fixture.legendre)) {
    const size = Number(n);
    const { nodes, weights } = gaussLegendre(size);
    expect(nodes).toHaveLength(size);
    rows.forEach(([x, weight], i) => {
      const index = Math.floor(size / 2) + i;
      expect(Math.abs(nodes[index] - x)).toBeLessThan(3e-16);
      expect(Math.abs(weights[index] / weight - 1)).toBeLessThan(1e-14);
      expect(nodes[size - 1 - index]).toBe(0 - nodes[index]);
      expect(weights[size - 1 - index]).toBe(weights[index]);
    });
  }
});

test("n points integrate powers up to 2n − 1", () => {
  for (const n of [1, 2, 5, 12]) {
    const { nodes, weights } = gaussLegendre(n);
    const error = (power: number): number => {
      const sum = nodes.reduce((total, x, i) => total + weights[i] * x ** power, 0);
      return Math.abs(sum - (power % 2 === 0 ? 2 / (power + 1) : 0));
    };
    for (let power = 0; power < 2 * n; power++) expect(error(power)).toBeLessThan(1e-14);
    expect(error(2 * n)).toBeGreaterThan(1e-9);
  }
});

test("nodes ascend for every size up to 500", () => {
  for (let n = 1; n <= 500; n += 7) {
    const { nodes, weights } = gaussLegendre(n);
    for (let i = 1; i < n; i++) expect(nodes[i]).toBeGreaterThan(nodes[i - 1]);
    expect(Math.abs(weights.reduce((sum, weight) => sum + weight, 0) - 2)).toBeLessThan(1e-13);
  }
});

test("a rule without points is refused", () => {
  for (const n of [0, -1, 1.5, NaN]) expect(() => gaussLegendre(n)).toThrow(RangeError);
});
