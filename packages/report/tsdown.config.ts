import { defineConfig, type UserConfig } from "tsdown";

/** The script of a living report, and the predictors of its worker, one for each family of models: each a text that the report holds. */
const inPages: Readonly<Record<string, string>> = {
  page: "src/page/page.ts",
  ...Object.fromEntries(
    ["auto", "discriminant", "fisher", "projection", "support-vector"].map((family) => [
      `predictor-${family}`,
      `src/predictor/families/${family}.ts`,
    ]),
  ),
};

export default defineConfig([
  {
    entry: { index: "src/index.ts", node: "src/node.ts", page: "src/pageParts.ts", parts: "src/parts.ts" },
    format: "esm",
    platform: "neutral",
    target: "es2022",
    dts: true,
    fixedExtension: false,
    // The builds share a folder, which the set-up empties.
    clean: false,
    deps: { neverBundle: [/^node:/] },
  },
  ...Object.entries(inPages).map(([name, source]): UserConfig => ({
    entry: { [name]: source },
    format: "iife",
    platform: "browser",
    target: "es2022",
    outDir: "dist/pages",
    dts: false,
    clean: false,
    deps: { alwaysBundle: [/./] },
    minify: true,
    outputOptions: { codeSplitting: false, entryFileNames: "[name].js" },
  })),
]);
