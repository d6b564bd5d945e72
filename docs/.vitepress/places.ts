import { readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The root of the repository. */
export const root: string = join(dirname(fileURLToPath(import.meta.url)), "../..");
/** Where the site is put together and where it ends up. Git ignores the folder. */
export const site: string = join(root, ".site");

/** The pages of the site by the files of the repository that they are made of, paths from either root. */
export function places(): Map<string, string> {
  const found = new Map([
    ["README.md", "index.md"],
    ["docs/index.md", "contents.md"],
    ["CONTRIBUTING.md", "contributing.md"],
    ["CHANGELOG.md", "changelog.md"],
    ["LICENSE", "license.md"],
    ["examples", "examples/index.md"],
  ]);
  for (const file of filesUnder("docs", ".md")) {
    if (file !== "docs/index.md") found.set(file, file.slice("docs/".length));
  }
  for (const file of filesUnder("examples", ".ts")) {
    if (/^examples\/\d\d-/.test(file)) found.set(file, file.replace(/\.ts$/, ".md"));
  }
  for (const file of filesUnder("bench", "README.md")) found.set(file, "benchmarks.md");
  for (const name of readdirSync(join(root, "packages"))) {
    for (const file of filesUnder(`packages/${name}`, "README.md", false)) found.set(file, `packages/${name}.md`);
  }
  return found;
}

/** Drawings that pages show, which lie beside them. */
export function drawings(): Map<string, string> {
  const files = [".svg", ".png"].flatMap((extension) => filesUnder("docs", extension));
  return new Map(files.map((file) => [file, file.slice("docs/".length)]));
}

/** Files by the end of their names, in alphabetical order, what is hidden left out. */
function filesUnder(folder: string, end: string, recursive = true): string[] {
  return readdirSync(join(root, folder), { recursive, encoding: "utf8" })
    .map((file) => `${folder}/${file.replaceAll("\\", "/")}`)
    .filter((file) => file.endsWith(end) && !/\/(\.|node_modules)/.test(file))
    .toSorted();
}
