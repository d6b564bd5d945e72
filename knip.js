/** With --production, code that only tests keep alive. A part of a file that has tests of its own is alive if its file uses it. */
const isProduction = process.argv.includes("--production");

export default {
  ignoreExportsUsedInFile: isProduction,
  ignoreDependencies: [
    "@kernelbayes/server",
    // Commands for people: npx changeset.
    "@changesets/cli",
    "@arethetypeswrong/cli",
    // Found by the command if it is there.
    "@kernelbayes/cluster",
    "dependency-cruiser",
    "koffi",
    // Loaded where it is, since pages do without it.
    "linkedom",
    "oxlint",
    "oxlint-tsgolint",
    "svelte-check",
    "typedoc-plugin-markdown",
  ],
  ignoreBinaries: ["ldconfig", "mkfifo", "mount", "openssl", "redis-cli", "redis-server", "umount", "wrk"],
  workspaces: {
    ".": {
      entry: [
        "tools/*.{mjs,d.mts}",
        "tools/release/refusals.d.mts",
        "bench/{main,ownContender,libsvmContender,largeFit}.ts!",
        "bench/test/**/*.test.ts",
        "examples/*.ts!",
        "docs/.vitepress/build.ts",
        "docs/.vitepress/config.ts",
        "docs/.vitepress/theme/index.ts",
      ],
      project: ["tools/**", "bench/**/*.ts!", "!bench/test/**!", "examples/**!", "docs/.vitepress/**"],
    },
    "packages/kernelbayes": {
      entry: [
        "src/{index,internal}.ts!",
        "src/{node,browser,testing}/index.ts!",
        "src/entries/*.ts!",
        "src/browser/{worker,standalone}.ts!",
        "test/**/*.test.ts",
        "test/fixtures/**/*.ts",
      ],
      project: ["src/**/*.ts!", "test/**/*.ts"],
    },
    "packages/report": {
      entry: [
        "src/{index,node,pageParts,parts}.ts!",
        "src/page/page.ts!",
        "src/predictor/families/*.ts!",
        "test/**/*.test.ts",
      ],
      project: ["src/**/*.ts!", "test/**/*.ts"],
    },
    "packages/experiment": {
      entry: ["src/node/{index,experimentWorker}.ts!", "test/**/*.test.ts", "test/node/killable.ts"],
      project: ["src/**/*.ts!", "test/**/*.ts"],
    },
    "packages/cluster": {
      entry: ["test/**/*.test.ts", "test/chaos/{main,coordinator}.ts"],
      project: ["src/**/*.ts!", "test/**/*.ts"],
    },
    "packages/server": {
      entry: ["test/**/*.test.ts"],
      project: ["src/**/*.ts!", "test/**/*.ts"],
    },
    "packages/studio": {
      entry: ["src/{main,work/worker}.ts!", "build/*.ts!", "test/**/*.test.ts"],
      project: ["src/**/*.{ts,svelte}!", "test/**/*.ts"],
    },
    papers: {
      // Otherwise knip finds the program by the scripts, and hints that it need not be listed.
      entry: [
        ...(isProduction ? ["src/main.ts!"] : []),
        "src/{startWorker,startJobs}.mjs!",
        "src/jobs.ts!",
        "test/**/*.test.ts",
      ],
      project: ["src/**/*.{ts,mjs}!", "test/**/*.ts"],
    },
    "packages/cli": {
      entry: ["test/**/*.test.ts", "test/fuzz/{main,judgeCases}.ts"],
      project: ["src/**/*.ts!", "test/**/*.ts"],
    },
  },
};
