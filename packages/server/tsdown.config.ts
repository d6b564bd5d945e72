import { defineConfig } from "tsdown";

export default defineConfig({
  entry: { index: "src/index.ts", mcp: "src/mcp/index.ts", worker: "src/work/worker.ts" },
  format: "esm",
  platform: "node",
  target: "node20.19",
  dts: true,
  fixedExtension: false,
});
