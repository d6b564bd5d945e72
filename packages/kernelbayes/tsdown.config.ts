import { defineConfig } from "tsdown";

export default defineConfig({
  entry: {
    index: "src/index.ts",
    node: "src/node/index.ts",
    worker: "src/node/worker.ts",
    testing: "src/testing/index.ts",
  },
  format: "esm",
  platform: "neutral",
  target: "es2022",
  dts: true,
  fixedExtension: false,
  external: [/^node:/],
});
