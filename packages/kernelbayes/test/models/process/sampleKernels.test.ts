import { describe, expect, test } from "vitest";
import { constant, gaussian, scale, sum } from "../../../src/kernels/index.ts";
import { bayesianTrigonometric } from "../../../src/models/process/btsvc.ts";
import { gaussianProcess } from "../../../src/models/process/gpc.ts";
import type { LatentMethod } from "../../../src/models/process/latent/latentApproximation.ts";
import { kernelDensity, sampleKernels } from "../../../src/models/process/sampleKernels.ts";
import { latentSearch } from "../../../src/models/process/search/latentSearch.ts";
import type { Kernel } from "../../../src/kernels/kernel.ts";
import { runSync } from "../../../src/run/run.ts";
import { fitTo, gaussianRows, problemOf } from "../problems.ts";
import { engine } from "../fisher/samples.ts";

const problem = problemOf(gaussianRows({ sizes: [12, 9], columns: 2, distance: 1.5 }));
const rows = {
  X: problem.X,
  signs: Float64Array.from(problem.classes, (q) => 2 * q - 1),
  weights: problem.weights,
  squaredDistance: 3,
};
const kernel = sum(scale(gaussian({ lengthScale: 1.3 }), { variance: 2 }), constant({ variance: 0.5 }));
const methods: readonly [string, LatentMethod][] = [
  ["logistic", { likelihood: "logistic", approximation: "ep", halfWidth: 1 }],
  ["logistic, Laplace", { likelihood: "logistic", approximation: "laplace", halfWidth: 1 }],
  ["trigonometric", { likelihood: "trigonometric", approximation: "ep", halfWidth: 1 }],
];

describe.each(methods)("the density of kernels, %s", (_, method) => {
  const density = kernelDensity(latentSearch(engine, kernel, rows, method), [0.2, -0.3, 1]);
  const point = Float64Array.of(0.7, 0.3, -0.6);

  test("has the gradient of central differences", () => {
    const { gradient } = density.withGradient(point);
    const step = 1e-3;
    gradient.forEach((slope, j) => {
      const [above, below] = [step, -step].map((by) => density.value(point.map((x, at) => x + (at === j ? by : 0))));
      expect(slope).toBeCloseTo((above - below) / (2 * step), 4);
    });
  });

  test("has one value, with a gradient and without", () => {
    expect(density.withGradient(point).value).toBeCloseTo(density.value(point), 5);
  });
});

test("parameters that are fixed stay as they are", () => {
  const held: Kernel = sum(
    scale(gaussian({ lengthScale: 1.3 }), { variance: 2 }),
    constant({ variance: 0.5, fixed: ["variance"] }),
  );
  const settings = { sampler: "hamiltonian", seed: 3, draws: 3 } as const;
  const drawn = runSync(sampleKernels(engine, rows, { kernel: held, center: held }, methods[0][1], settings));
  expect(drawn.map(({ parameters }) => parameters[2].value)).toEqual([0.5, 0.5, 0.5]);
  expect(new Set(drawn.map(({ parameters }) => parameters[0].value)).size).toBeGreaterThan(1);
});

interface Members {
  readonly members: readonly { readonly weight: number; readonly kernel: unknown }[];
}

describe.each([
  [
    "gpc",
    (hyperparameters: "sampled" | "hamiltonian") =>
      gaussianProcess({ hyperparameters, inference: "laplace", starts: [1] }),
  ],
  [
    "btsvc",
    (hyperparameters: "sampled" | "hamiltonian") =>
      bayesianTrigonometric({ hyperparameters, inference: "laplace", starts: [1] }),
  ],
] as const)("%s with kernels that are drawn", (_, model) => {
  test.each(["sampled", "hamiltonian"] as const)(
    "(%s) has sixteen members of equal weight, the same for the same seed",
    (sampler) => {
      const { members } = fitTo(model(sampler), problem).parameters() as unknown as Members;
      expect(members.map(({ weight }) => weight)).toEqual(new Array(16).fill(1 / 16));
      expect(new Set(members.map((member) => JSON.stringify(member.kernel))).size).toBeGreaterThan(10);
      expect((fitTo(model(sampler), problem).parameters() as unknown as Members).members).toEqual(members);
    },
  );
});
