// Imports of the library point downwards only, in the order of the layers in docs/design.md.
const source = "^packages/kernelbayes/src/";
/** From the top down; folders in one entry may use each other. */
const layers = [
  ["testing", "node", "browser", "entries", "internal\\.ts"],
  ["fit", "data"],
  ["explain"],
  ["compare"],
  ["models"],
  ["onnx"],
  ["rows", "search", "calibration"],
  ["posterior"],
  ["likelihoods", "kernels"],
  ["encoding"],
  ["table"],
  ["evaluate", "diagnose"],
  ["optimize", "random"],
  ["run"],
  ["matrix", "numeric"],
  ["codec\\.ts"],
  ["engine"],
  ["(errors|wording|version)\\.ts"],
];

const path = (names) => `${source}(${names.join("|")})(/|$)`;
const below = layers.slice(0, -1).map((names, level) => ({
  name: `nothing below imports ${names.join(" or ")}`,
  severity: "error",
  from: {
    path: layers
      .slice(level + 1)
      .map(path)
      .join("|"),
    pathNot: path(names),
  },
  to: { path: path(names) },
}));

export default {
  forbidden: [
    ...below,
    {
      name: "no family of models imports a sibling; parts serve all, couplings and auto combine them",
      severity: "error",
      from: { path: `${source}models/([^/]+)/`, pathNot: `${source}models/(coupled|auto)/` },
      to: { path: `${source}models/[^/]+/`, pathNot: `${source}models/($1|parts)/` },
    },
    {
      name: "no cycles",
      severity: "error",
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ["type-only"] } },
    },
    {
      name: "only kernelbayes/node touches Node",
      severity: "error",
      from: { path: source, pathNot: `${source}node/` },
      to: { dependencyTypes: ["core"] },
    },
    {
      name: "nothing for Node in a page, nothing for a page in Node",
      severity: "error",
      from: { path: `${source}(node|browser)/` },
      to: { path: `${source}(node|browser)/`, pathNot: `${source}$1/` },
    },
    {
      name: "workers only in kernelbayes/node and kernelbayes/browser",
      severity: "error",
      from: { path: source, pathNot: `${source}(node|browser)/` },
      to: { path: "node_modules/workerpool" },
    },
    {
      name: "packages, papers and benchmarks use each other by name",
      severity: "error",
      from: { path: "^(packages/[^/]+|papers|bench)/" },
      to: { path: "^(packages|papers|bench)/", pathNot: "^$1/", dependencyTypesNot: ["aliased"] },
    },
    {
      name: "packages use neither papers nor benchmarks",
      severity: "error",
      from: { path: "^packages/" },
      to: { path: "^(papers|bench)/" },
    },
    {
      name: "only @kernelbayes/experiment/node touches Node",
      severity: "error",
      from: { path: "^packages/experiment/src/", pathNot: "^packages/experiment/src/node/" },
      to: { dependencyTypes: ["core"] },
    },
    {
      name: "the runner of jobs needs nothing of Node",
      severity: "error",
      from: { path: "^packages/experiment/src/[^/]+$" },
      to: { path: "^packages/experiment/src/node/" },
    },
    {
      name: "sources do not import tests",
      severity: "error",
      from: { path: "^(packages/[^/]+|papers)/src/" },
      to: { path: "^(packages/[^/]+|papers)/test/" },
    },
  ],
  options: {
    doNotFollow: { path: "node_modules|dist" },
    exclude: { path: "/dist/|/assembly/" },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.base.json" },
    enhancedResolveOptions: { exportsFields: ["exports"], conditionNames: ["import", "types", "default"] },
  },
};
