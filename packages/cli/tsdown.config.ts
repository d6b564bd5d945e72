import { defineConfig } from "tsdown";

export default defineConfig({
  entry: { kernelbayes: "src/kernelbayes.ts" },
  format: "esm",
  platform: "node",
  target: "node20.19",
  dts: false,
  fixedExtension: false,
});
