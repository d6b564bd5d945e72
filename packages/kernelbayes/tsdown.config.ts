import { defineConfig, type UserConfig } from "tsdown";

const common: UserConfig = {
  format: "esm",
  target: "es2022",
  fixedExtension: false,
  // The builds share a folder, which the set-up empties.
  clean: false,
};

/** Files for pages that no bundler has touched, and scripts of web workers, which bundlers copy as they are. */
const alone = { browserWorker: "src/browser/worker.ts", standalone: "src/browser/standalone.ts" };

export default defineConfig([
  {
    ...common,
    entry: {
      index: "src/index.ts",
      node: "src/node/index.ts",
      worker: "src/node/worker.ts",
      browser: "src/browser/index.ts",
      testing: "src/testing/index.ts",
    },
    dts: true,
    platform: "neutral",
    external: [/^node:/],
  },
  ...Object.entries(alone).map(([name, source]): UserConfig => ({
    ...common,
    entry: { [name]: source },
    dts: false,
    platform: "browser",
    noExternal: [/./],
    minify: true,
    outputOptions: { codeSplitting: false },
  })),
  { ...common, entry: alone, dts: { emitDtsOnly: true }, platform: "neutral" },
]);
