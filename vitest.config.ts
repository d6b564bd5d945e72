import { playwright } from "@vitest/browser-playwright";
import { defineConfig } from "vitest/config";
import { findChromium, launchOptions } from "./tools/chromium.mjs";

const library = "packages/kernelbayes/test";
// Files share the modules of their worker: loading these anew for each file took more time than most tests.
const test = {
  include: ["packages/*/test/**/*.test.ts", "papers/test/**/*.test.ts", "bench/test/**/*.test.ts"],
  testTimeout: 60_000,
  isolate: false,
};
/** Files that `npm test` has no time for; `npm run test:long` runs them. */
const long = "{packages/*,papers}/test/**/*.long.test.ts";

// Node 20 has relaxed SIMD behind a flag; later versions have it anyway. So both builds of the engine are tested everywhere.
const isNode20 = process.versions.node.startsWith("20.");
const node = { ...test, pool: "forks" as const, execArgv: isNode20 ? ["--experimental-wasm-relaxed-simd"] : [] };

/** Tests of the library that only Node can run, and why. All others run in a page too. */
const nodeOnly = {
  [`${library}/node/**`]: "files, threads and processes, which kernelbayes/node is about",
  [`${library}/browser/**`]: "starts a browser and serves it pages",
  [`${library}/examples/**`]: "the examples are programs for Node, run against the built package",
  [`${library}/docs/**`]: "the programs of the pages are run in processes, links are looked up as files",
  [`${library}/frozen/**`]: "compares bits that one engine computes",
  [`${library}/conformance/main.test.ts`]: "starts the conformance runner as a process",
};

/** Some tests on the reference engine. */
const onReference = (name: string, include: string[], exclude: string[] = []) => ({
  test: { ...node, name, env: { KERNELBAYES_ENGINE: "reference" }, include, exclude: [long, ...exclude] },
});

/** Searches for kernels by factorizations of many rows, which the reference engine takes long for. */
const searches = `${library}/models/process/search/*.test.ts`;

const executable = findChromium();

/** A page that runs these files one after the other. */
const page = (name: string, include: string[], exclude: string[] = []) => ({
  test: {
    ...test,
    name,
    include,
    exclude: [...Object.keys(nodeOnly), long, ...exclude],
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      provider: playwright({ launchOptions: launchOptions(executable) }),
      instances: [{ browser: "chromium" as const }],
    },
  },
});

/** Models that stand for their family in a page; Node puts all of them through the battery, and so does a page in `npm run test:long`. */
const inPages = ["lda", "lssvm", "gpc", "btsvc", "bkpc", "auto"];
const batteries = `${library}/models/battery`;
const othersInPages = `${batteries}/!(${inPages.join("|")}).test.ts`;
const models = ["models"].map((folder) => `${library}/${folder}/**/*.test.ts`);

// Two pages of about equal work keep two processors busy.
const pages = [
  page("chromium", [`${library}/**/*.test.ts`], models),
  page("chromium models", models, [othersInPages]),
  page("long chromium", [othersInPages]),
];

export default defineConfig({
  test: {
    // By default one processor would be left idle.
    maxWorkers: "100%",
    projects: [
      {
        test: {
          ...node,
          name: "wasm",
          exclude: [long],
          // The build that every version of Node runs; pages have the other one.
          env: { KERNELBAYES_ENGINE: "wasm simd128" },
        },
      },
      // What reaches the engine; the rest cannot differ. The battery compares every model with the reference engine anyway,
      // so that all checks of all models, and searches, on this slow engine are left to `npm run test:long`.
      onReference(
        "reference",
        ["kernels", "rows", "search", "calibration", "posterior", "fit", "compare"].map(
          (folder) => `${library}/${folder}/**/*.test.ts`,
        ),
        [searches],
      ),
      onReference("reference models", [`${library}/models/**/*.test.ts`, searches]),
      {
        test: {
          ...node,
          name: "long",
          include: [long],
          testTimeout: 600_000,
          env: { KERNELBAYES_ENGINE: "wasm simd128" },
        },
      },
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
