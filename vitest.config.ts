import { playwright } from "@vitest/browser-playwright";
import { defineConfig } from "vitest/config";
import { findChromium, launchOptions } from "./tools/chromium.mjs";
import { batteriesInPages, foldersInPages, slow, smokeInPages } from "./tools/testTiers.mjs";

const library = "packages/kernelbayes/test";
// Files share the modules of their worker: loading these anew for each file took more time than most tests.
const test = {
  include: ["packages/*/test/**/*.test.ts", "papers/test/**/*.test.ts", "bench/test/**/*.test.ts"],
  testTimeout: 60_000,
  isolate: false,
};
/** Files that neither `npm test` nor `npm run test:full` has time for; `npm run test:long` runs them. */
const long = "{packages/*,papers}/test/**/*.long.test.ts";

// Node 20 has relaxed SIMD behind a flag; later versions have it anyway. So both builds of the engine are tested everywhere.
const isNode20 = process.versions.node.startsWith("20.");
// The build that every version of Node runs; pages have the other one.
const wasm = { KERNELBAYES_ENGINE: "wasm simd128" };
const node = {
  ...test,
  pool: "forks" as const,
  execArgv: isNode20 ? ["--experimental-wasm-relaxed-simd"] : [],
  env: wasm,
};

/** Tests on the reference engine. */
const onReference = (name: string, include: string[], exclude: string[] = []) => ({
  test: { ...node, name, env: { KERNELBAYES_ENGINE: "reference" }, include, exclude: [long, ...exclude] },
});

/** Searches for kernels by factorizations of many rows, which the reference engine takes long for. */
const searches = `${library}/models/process/search/*.test.ts`;
/** Tests of whole models, which the battery compares with the reference engine anyway. */
const wholeModels = [
  `${library}/models/*.test.ts`,
  `${library}/models/{battery,auto,coupled}/**/*.test.ts`,
  `${library}/models/*/{lda,qda,rda,lssvm,orkfd,krr,kfd,bayesianKfda,bayesianLssvm,bfd,bfdLinear,gpc,btsvc,tsvc,klr,logistic,svc,bkpc,bmkc}.test.ts`,
];

const executable = findChromium();

/** A page that runs these files one after the other. */
const page = (name: string, include: string[]) => ({
  test: {
    ...test,
    name,
    include,
    exclude: [long],
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      provider: playwright({ launchOptions: launchOptions(executable) }),
      instances: [{ browser: "chromium" as const }],
    },
  },
});

// Two pages of about equal work keep two processors busy.
const pages = [
  page("smoke page", smokeInPages),
  page("page", foldersInPages),
  page("page models", batteriesInPages),
  page("long page", [`${library}/models/battery/*.test.ts`]),
];

export default defineConfig({
  test: {
    // By default one processor would be left idle.
    maxWorkers: "100%",
    // Modules that did not change are not transformed again in the next run.
    experimental: { fsModuleCache: true, fsModuleCachePath: ".setup/vitest" },
    projects: [
      // `npm test`.
      { test: { ...node, name: "wasm", exclude: [long, ...slow] } },
      // `npm run test:full`.
      { test: { ...node, name: "wasm slow", include: slow, exclude: [long], testTimeout: 180_000 } },
      // What reaches the engine; the rest cannot differ.
      onReference(
        "reference",
        ["kernels", "rows", "search", "calibration", "likelihoods", "posterior", "fit", "compare", "models"].map(
          (folder) => `${library}/${folder}/**/*.test.ts`,
        ),
        [searches, ...wholeModels],
      ),
      // `npm run test:long`: all checks of all models, and searches, on this slow engine.
      onReference("reference models", [...wholeModels, searches]),
      { test: { ...node, name: "long", include: [long], testTimeout: 600_000 } },
      // `npm test` says so where there is no browser.
      ...(executable ? pages : []),
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
