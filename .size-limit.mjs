// What a page has to load, minified and compressed, as `npm test` measures it.
const modules = (config) => ({ ...config, format: "esm" });

export default [
  {
    name: "fit, one model, one kernel and the engine",
    path: "packages/kernelbayes/dist/index.js",
    import: "{ fit, linearDiscriminant, gaussian }",
    gzip: true,
    limit: "77 kB",
    modifyEsbuildConfig: modules,
  },
  {
    name: "predictions of one family",
    path: ["packages/kernelbayes/dist/index.js", "packages/kernelbayes/dist/predict.js"],
    import: {
      "packages/kernelbayes/dist/index.js": "{ logistic }",
      "packages/kernelbayes/dist/predict.js": "{ loadPosterior }",
    },
    gzip: true,
    limit: "65 kB",
    modifyEsbuildConfig: modules,
  },
  {
    name: "workers in a page",
    path: "packages/kernelbayes/dist/browser.js",
    import: "{ workerExecutor }",
    gzip: true,
    limit: "15 kB",
    modifyEsbuildConfig: modules,
  },
  {
    // Fails, too, if the runner of jobs came to need a module of Node.
    name: "the runner of jobs",
    path: "packages/experiment/dist/index.js",
    import: "{ jobOf, runJobs }",
    gzip: true,
    limit: "15 kB",
    modifyEsbuildConfig: modules,
  },
];
