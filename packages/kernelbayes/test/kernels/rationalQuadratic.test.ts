import { expect, test } from "vitest";
import { gaussian, rationalQuadratic } from "../../src/kernels/index.ts";

test("it is the average of gaussian kernels over gamma distributed inverse squared length scales", () => {
  // 1/ℓ² = g/α with g ~ Gamma(α, 1); midpoint rule in log g, which converges geometrically for this smooth integrand.
  const shape = 2;
  const average = (x: number): number => {
    let sum = 0;
    let weight = 0;
    for (let t = -20; t < 5; t += 0.01) {
      const g = Math.exp(t);
      const density = g ** shape * Math.exp(-g);
      sum += density * gaussian({ lengthScale: Math.sqrt(shape / g) }).evaluate([x], [0]);
      weight += density;
    }
    return sum / weight;
  };
  for (const x of [0.3, 1, 4]) expect(rationalQuadratic({ shape }).evaluate([x], [0])).toBeCloseTo(average(x), 10);
});
