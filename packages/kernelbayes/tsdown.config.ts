import { readdir, readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { defineConfig, type Rolldown, type UserConfig } from "tsdown";
import description from "./package.json" with { type: "json" };

const common: UserConfig = {
  format: "esm",
  target: "es2022",
  fixedExtension: false,
  // The builds share a folder, which the set-up empties.
  clean: false,
};

/** Files for pages that no bundler has touched, and scripts of web workers, which bundlers copy as they are. */
const alone = { browserWorker: "src/browser/worker.ts", standalone: "src/browser/standalone.ts" };

/** Comes with the library, since its package leads bundlers to modules of Node. */
const pageWorkerpool = "workerpool/dist/workerpool.js";

/** Tools that read our files would look for a map that is named inside a text of workerpool. */
const withoutMap: Rolldown.Plugin = {
  name: "without a map of workerpool",
  transform: (code, id) => {
    if (!id.endsWith(pageWorkerpool)) return undefined;
    return { code: code.replaceAll("//# sourceMappingURL=worker.min.js.map", ""), map: null };
  },
};

/**
 * The parts of Parquet, of which we use more than their packages promise. Their manifests name one entry in a field that a neutral build does not read.
 */
const bundled: Rolldown.Plugin = {
  name: "bundled packages",
  resolveId: (id) => (/^(hyparquet-compressors|fzstd|hysnappy)$/.test(id) ? manifests.resolve(id) : undefined),
};
const manifests = createRequire(import.meta.url);

/** The licenses of what is copied into our files, and of what that needs in turn, ask to go with it. */
async function writeLicenses(): Promise<void> {
  const modules = new URL("../../node_modules/", import.meta.url);
  const texts = new Map<string, string>();
  const add = async (name: string): Promise<void> => {
    if (texts.has(name)) return;
    const folder = new URL(`${name}/`, modules);
    const { dependencies = {}, license } = JSON.parse(await readFile(new URL("package.json", folder), "utf8")) as {
      dependencies?: Record<string, string>;
      license?: string;
    };
    const file = (await readdir(folder)).find((entry) => /^licen[cs]e/i.test(entry));
    if (!file && !license) throw new Error(`The package ${name} has no license to go with a copy of it.`);
    const text = file
      ? await readFile(new URL(file, folder), "utf8")
      : `License: ${license}, as its package.json declares; the package has no file with the text.\n`;
    texts.set(name, `${name}\n\n${text}`);
    for (const needed of Object.keys(dependencies)) await add(needed);
  };
  for (const name of Object.keys({ ...description.dependencies, ...description.devDependencies })) await add(name);
  await writeFile(new URL("dist/third-party-licenses.txt", import.meta.url), [...texts.values()].join("\n\n"));
}

export default defineConfig([
  {
    ...common,
    entry: {
      index: "src/index.ts",
      compare: "src/compare/index.ts",
      data: "src/data/index.ts",
      diagnose: "src/diagnose/index.ts",
      engine: "src/entries/engine.ts",
      errors: "src/entries/errors.ts",
      kernels: "src/kernels/index.ts",
      models: "src/entries/models.ts",
      numeric: "src/entries/numeric.ts",
      optimize: "src/optimize/index.ts",
      table: "src/entries/table.ts",
      check: "src/entries/check.ts",
      chunks: "src/entries/chunks.ts",
      evaluate: "src/entries/evaluate.ts",
      excel: "src/entries/excel.ts",
      executors: "src/entries/executors.ts",
      explain: "src/entries/explain.ts",
      predict: "src/entries/predict.ts",
      progress: "src/entries/progress.ts",
      node: "src/node/index.ts",
      worker: "src/node/worker.ts",
      command: "src/node/command.ts",
      browser: "src/browser/index.ts",
      testing: "src/testing/index.ts",
      // For the benchmarks of the project; package.json leaves it out of the package.
      internal: "src/internal.ts",
    },
    dts: true,
    hooks: { "build:done": writeLicenses },
    platform: "neutral",
    plugins: [withoutMap, bundled],
    deps: { neverBundle: [/^node:/], alwaysBundle: [pageWorkerpool, /^hyparquet/] },
  },
  ...Object.entries(alone).map(([name, source]): UserConfig => ({
    ...common,
    entry: { [name]: source },
    dts: false,
    platform: "browser",
    plugins: [withoutMap],
    deps: { alwaysBundle: [/./] },
    minify: true,
    outputOptions: { codeSplitting: false },
  })),
  { ...common, entry: alone, dts: { emitDtsOnly: true }, platform: "neutral" },
]);
