import { defineConfig } from "tsdown";

export default defineConfig({
  entry: { index: "src/index.ts", jobProcess: "src/worker/jobProcess.ts" },
  format: "esm",
  platform: "node",
  target: "node20.19",
  dts: true,
  fixedExtension: false,
});
