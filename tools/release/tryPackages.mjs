// The packages as users get them: installed from tarballs in an empty project, where the code of the READMEs runs.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../setup.mjs";
import { install } from "./project.mjs";
import { patients } from "./patients.mjs";
import { blocks, importsOf, shellLines } from "./readmeCode.mjs";
import { published } from "./packages.mjs";
import { run } from "./run.mjs";

const pages = ["README.md", ...published.map((name) => `packages/${name}/README.md`)];
/** Programs that need a Redis, or data that is not in a package: their imports are tried. */
const needsMore = new Set(["packages/cluster/README.md", "packages/experiment/README.md"]);

/** Each step with its outcome in words; a step that fails throws. */
export function* tryPackages(folder, tarballs) {
  const of = (...names) => names.map((name) => tarballs.get(name).path);

  install(folder, of("kernelbayes"));
  const alone = run("npx", ["--no-install", "kernelbayes", "fit", "patients.csv"], { cwd: folder, expected: 4 }).stderr;
  demand(alone.includes("npx @kernelbayes/cli fit patients.csv"), `The library names the command: ${alone}`);
  yield "kernelbayes alone: npx kernelbayes names @kernelbayes/cli, exit code 4";

  install(folder, of("kernelbayes", "report", "experiment", "cli"));
  for (const [word, needed] of [
    [["serve", "model.json"], "@kernelbayes/server"],
    [["studio"], "@kernelbayes/studio"],
    [["cluster", "status", "--cluster", "redis://localhost:1"], "@kernelbayes/cluster"],
  ]) {
    const { stderr } = run("npx", ["--no-install", "kernelbayes", ...word], { cwd: folder, expected: 4 });
    demand(
      stderr.includes(needed) && stderr.includes("npm install"),
      `kernelbayes ${word[0]} named no package: ${stderr}`,
    );
  }
  yield "@kernelbayes/cli: serve, studio and cluster name the packages that they need, exit code 4";

  writeFileSync(join(folder, "patients.csv"), patients(120, { labelled: true }));
  writeFileSync(join(folder, "new-patients.csv"), patients(9, { labelled: false }));
  const lines = [...new Set(pages.flatMap((page) => shellLines(page, "npx kernelbayes ")))].filter(
    (line) => !/ (studio|serve|mcp|worker)\b/.test(line),
  );
  demand(lines.length >= 5, "The READMEs have too few commands to try.");
  for (const line of lines) {
    const start = performance.now();
    const [, ...words] = line.split(/\s+/);
    run("npx", ["--no-install", ...words], { cwd: folder });
    yield `${line} (${((performance.now() - start) / 1000).toFixed(1)} s)`;
  }

  install(folder, of(...published));
  yield* tryPrograms(folder);
  yield* tryLines(folder);
}

function* tryPrograms(folder) {
  const files = [];
  for (const page of pages) {
    const programs = [...blocks(page, "ts"), ...blocks(page, "js")];
    for (const [index, program] of programs.entries()) {
      const isWhole = !needsMore.has(page) || blocks(page, "ts").includes(program);
      const file = `${page.replaceAll(/\W/g, "-")}-${index + 1}.mts`;
      writeFileSync(join(folder, file), isWhole ? program : `${importsOf(program)}\n`);
      run(process.execPath, ["--import", join(root, "node_modules/tsx/dist/loader.mjs"), file], { cwd: folder });
      if (isWhole) files.push(file);
    }
    if (programs.length > 0) yield `${page}: ${programs.length} programs`;
  }
  const compilerOptions = {
    target: "ES2022",
    lib: ["ES2023", "DOM", "DOM.Iterable"],
    module: "NodeNext",
    strict: true,
    exactOptionalPropertyTypes: true,
    skipLibCheck: false,
    noEmit: true,
    types: ["node"],
    typeRoots: [join(root, "node_modules/@types")],
  };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files }));
  run(join(root, "node_modules/.bin/tsc"), ["-p", folder], { cwd: folder });
  yield `types of ${files.length} programs, strict, with the declarations of the packages checked`;
}

/** Every package that a README installs is one of ours or a dependency that exists. */
function* tryLines(folder) {
  const lines = [...new Set(pages.flatMap((page) => shellLines(page, "npm install ")))];
  const needed = lines.flatMap((line) => line.split(/\s+/).slice(2));
  for (const name of new Set(needed)) {
    const { version } = JSON.parse(readFileSync(join(folder, "node_modules", name, "package.json"), "utf8"));
    demand(typeof version === "string", `${name} is not installed.`);
  }
  yield `${lines.length} lines of npm install name packages that exist`;
}

function demand(condition, message) {
  if (!condition) throw new Error(message);
}
