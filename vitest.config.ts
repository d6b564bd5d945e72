import { defineConfig } from "vitest/config";

const test = { include: ["packages/*/test/**/*.test.ts"], testTimeout: 60_000 };

export default defineConfig({
  test: {
    pool: "threads",
    // By default one processor would be left idle.
    maxWorkers: "100%",
    projects: [
      { test: { ...test, name: "wasm", env: { KERNELBAYES_ENGINE: "wasm" } } },
      {
        test: {
          ...test,
          name: "reference",
          env: { KERNELBAYES_ENGINE: "reference" },
          // What reaches the engine; the rest cannot differ.
          include: ["kernels", "models", "inference", "posterior", "fit", "compare"].map(
            (folder) => `packages/kernelbayes/test/${folder}/**/*.test.ts`,
          ),
        },
      },
    ],
    coverage: {
      provider: "v8",
      include: ["packages/kernelbayes/src/{matrix,numeric,kernels,optimize}/**/*.ts"],
      reporter: ["text"],
      // The layers that everything else stands on.
      thresholds: { branches: 100 },
    },
  },
});
