// Which tests `npm test` runs, and which it leaves to `npm run test:full`.

const library = "packages/kernelbayes/test";

/** Files of Node that take long, as patterns; `npm run test:full` runs them. */
export const slow = [
  // Every check of every model; lda stands for all of them in `npm test`.
  `${library}/models/battery/!(lda).test.ts`,
  `${library}/models/auto/*.test.ts`,
  // The bits of what every model and option predicts.
  `${library}/frozen/**/*.test.ts`,
  // Matrices of every size and kind, on every engine.
  `${library}/engine/{battery,wasm*,reference*}.test.ts`,
  `${library}/node/native/**/*.test.ts`,
  // Chains, simulations and searches that run to their end.
  `${library}/models/executors.test.ts`,
  `${library}/models/projection/**/*.test.ts`,
  `${library}/simulation/**/*.test.ts`,
  `${library}/diagnose/**/*.test.ts`,
  `${library}/models/coupled/coupledModel.test.ts`,
  `${library}/models/fisher/bfd.test.ts`,
  `${library}/models/process/btsvc.test.ts`,
  `${library}/optimize/battery.test.ts`,
  // Every exported model in another runtime, and golden files in a process of their own.
  `${library}/node/onnxModel.test.ts`,
  `${library}/conformance/main.test.ts`,
  // Studies from end to end, and processes that are killed.
  "bench/test/{wide,accuracy,cluster,dates}.test.ts",
  "papers/test/{reproduce,orkfd,bkpc,btsvc,bfd}.test.ts",
  "packages/experiment/test/node/{killed,storeLock,runExperiments}.test.ts",
  "packages/cluster/test/slow/*.test.ts",
  "packages/cli/test/doctor/doctor.test.ts",
  // Fits that are measured in folds, from the command line; kernelbayes.test.ts stands for them in `npm test`.
  "packages/cli/test/commands/{fit,fitDecisions,unseenLevels,compare,explain}.test.ts",
  // Processes for every bad table, file and option; the fuzzing of npm test covers the readers that they call.
  "packages/cli/test/commands/{check,badInput,reading,specialFiles}.test.ts",
  "packages/report/test/{report/htmlReport,living/{livingReport,livingTables}}.page.test.ts",
  // All ways through the studio in a browser; shortPath.page.test.ts stands for them in `npm test`.
  "packages/studio/test/{longPath,served,formats}.page.test.ts",
  // Servers that are started for each test, lose threads, change models and stop under load; predict.test.ts and others stand for them in `npm test`.
  "packages/server/test/http/{reload,work,drain,explain}.test.ts",
  // Packs the packages and installs them in an empty folder, as the Dockerfile does.
  "packages/server/test/deploy/dockerfile.test.ts",
  // Starts the command from an official client; serveTools.test.ts stands for it in `npm test`.
  "packages/server/test/mcp/client.test.ts",
  `${library}/table/{limits,parquet/parseParquet,excel/parseExcel}.test.ts`,
  "packages/cli/test/fit/unmeasured.test.ts",
  // Every call of the file system fails once in every command.
  "packages/cli/test/faults/*.test.ts",
  "bench/test/{honesty,keptResults}.test.ts",
  // Many kernels, many chunks, many resamples.
  `${library}/posterior/drift/driftMonitor.test.ts`,
  `${library}/models/process/{latent/expectationPropagation,search/searchLatent}.test.ts`,
  `${library}/models/discriminant/{rda,gaussianDiscriminant}.test.ts`,
  `${library}/models/supportVector/svc.test.ts`,
  `${library}/testing/model/priorChecks.test.ts`,
  "packages/cli/test/{output/standardOutput,fit/writeFigures}.test.ts",
  `${library}/models/parts/kernelOption.test.ts`,
  `${library}/node/{readTableChunks,tableChunks}.test.ts`,
  `${library}/models/leastSquares/{expansion/kernelExpansion,tuned/averagedEquations,tuned/columnRelevance,kfd}.test.ts`,
  `${library}/models/process/{klr,sampleKernels,penalized/leftOutOutputs}.test.ts`,
  `${library}/fit/progress.test.ts`,
  `${library}/table/text/{parseArff,chunksByRows}.test.ts`,
  `${library}/compare/bootstrap.test.ts`,
  `${library}/workers/workerExecutor.test.ts`,
  // Fits of every model, and all sets of their columns.
  `${library}/explain/{shapleyValues,tenColumns,deviations,sampledAuto,heldTrainingRows}.test.ts`,
  `${library}/explain/{counterfactual,effects,neighbours}/*.test.ts`,
  `${library}/fit/learning/*.test.ts`,
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
