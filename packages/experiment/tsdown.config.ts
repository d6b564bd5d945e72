import { defineConfig } from "tsdown";

export default defineConfig({
  entry: {
    index: "src/index.ts",
    node: "src/node/index.ts",
    experimentWorker: "src/node/experimentWorker.ts",
  },
  format: "esm",
  platform: "neutral",
  target: "es2022",
  dts: true,
  fixedExtension: false,
  deps: { neverBundle: [/^node:/] },
});
