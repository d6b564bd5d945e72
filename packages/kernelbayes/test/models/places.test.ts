import { expect, test } from "vitest";
import { exportableModels } from "../../src/models/modelGraph.ts";
import { models } from "../../src/models/index.ts";

const sources = import.meta.glob<string>("../../src/**/*.ts", { query: "?raw", import: "default", eager: true });
const batteries = Object.keys(import.meta.glob("./battery/*.test.ts"));
const pages = Object.keys(import.meta.glob("../../../../docs/models/*.md"));

/** `bfd-linear` as a file and in front of `Entry`: `bfdLinear`. */
const inCode = (name: string): string => name.replaceAll(/-(.)/g, (_, letter: string) => letter.toUpperCase());

/** The file with the entry of a model, from the folder of sources. */
function fileOf(name: string): string | undefined {
  const file = Object.keys(sources).find((path) => path.match(/\/src\/models\/\w+\/(\w+)\.ts$/)?.[1] === inCode(name));
  return file?.replace(/^.*\/src\//, "");
}

test.each(Object.entries(models))("%s stands in every place that a model has", (name, entry) => {
  const file = fileOf(name) ?? "";
  const text = sources[`../../src/${file}`];
  expect(text).toContain(`export const ${inCode(name)}Entry`);
  expect(sources["../../src/models/index.ts"]).toContain(`./${file.replace("models/", "")}`);
  expect(exportableModels).toContain(name);
  expect(batteries).toContain(`./battery/${name}.test.ts`);
  expect(pages.some((page) => page.endsWith(`/${name}.md`))).toBe(true);
  expect(entry.create().name).toBe(name);
});

/** The function that makes a model, by its name in the catalogue: models that no other model and no member of `auto` uses. */
const factories = { qda: "quadraticDiscriminant", klr: "kernelLogistic", kfd: "kernelFisher" };

test.each(Object.entries(factories))(
  "the sources name %s in its family and in three lists, and nowhere else",
  (name, factory) => {
    const family = /^models\/[a-zA-Z]+\//.exec(fileOf(name) ?? "")?.[0] ?? "no family";
    const named = new RegExp(`\\b${factory}\\b|"${name}"|\\b${name}Entry\\b|^  ${name}:`, "m");
    const places = Object.entries(sources)
      .filter(([, text]) => named.test(text))
      .map(([path]) => path.replace("../../src/", ""))
      .filter((path) => !path.startsWith(family));
    expect(places.toSorted()).toEqual(["index.ts", "models/index.ts", "models/modelGraph.ts"]);
  },
);
