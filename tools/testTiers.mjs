// Which tests `npm test` runs, and which it leaves to `npm run test:full`.

const library = "packages/kernelbayes/test";

/** Files of Node that take long, as patterns; `npm run test:full` runs them. */
export const slow = [
  // Every check of every model; lda stands for all of them in `npm test`.
  `${library}/models/battery/!(lda).test.ts`,
  `${library}/models/auto/*.test.ts`,
  // Bits of 276 fits.
  `${library}/frozen/**/*.test.ts`,
  // Matrices of every size and kind, on every engine.
  `${library}/engine/{battery,wasm*,reference*}.test.ts`,
  `${library}/node/native/**/*.test.ts`,
  // Chains, simulations and searches that run to their end.
  `${library}/models/executors.test.ts`,
  `${library}/models/projection/**/*.test.ts`,
  `${library}/simulation/**/*.test.ts`,
  `${library}/diagnose/**/*.test.ts`,
  // Programs of the pages and examples, and pages in a browser.
  `${library}/{docs,examples,browser}/**/*.test.ts`,
];

/** Folders of the library's tests that a page repeats: what a page can break. */
export const foldersInPages = ["engine", "numeric", "run", "table", "posterior"].map(
  (folder) => `${library}/${folder}/**/*.test.ts`,
);

/** Models that stand for their family in a page. */
export const batteriesInPages = ["lda", "lssvm", "gpc", "btsvc", "bkpc", "auto"].map(
  (name) => `${library}/models/battery/${name}.test.ts`,
);

/** What `npm test` runs in a page, to see that the library runs in one at all. */
export const smokeInPages = [`${library}/posterior/*.test.ts`, `${library}/models/battery/lda.test.ts`];
