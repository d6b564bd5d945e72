import { existsSync, readFileSync, readdirSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { models } from "../../src/models/index.ts";
import { printedBy, programsOf } from "./pagePrograms.ts";

const folder = new URL("../../../../docs/models/", import.meta.url);
const pages = readdirSync(folder).filter((name) => name.endsWith(".md"));
const read = (name: string): string => readFileSync(new URL(name, folder), "utf8");

const sections = [
  "Idea",
  "Formula",
  "When to use it",
  "When not",
  "Options",
  "Cost",
  "Example",
  "Intervals",
  "Leave-one-out",
  "Source",
];

describe.each([...Object.keys(models), "one-versus-rest", "pairwise"])("the page of %s", (name) => {
  test("exists, is listed, and says all that a page should", () => {
    expect(existsSync(new URL(`${name}.md`, folder))).toBe(true);
    expect(read("index.md")).toContain(`](${name}.md)`);
    const page = read(`${name}.md`);
    expect(page.startsWith(`# ${name}\n`)).toBe(true);
    for (const section of sections) expect(page).toContain(`**${section}.**`);
  });
});

test.each(Object.entries(models))("the page of %s names every option with its default", (name, { options }) => {
  const page = read(`${name}.md`);
  for (const option of options) {
    // A default that is no word and no number, or that depends on the rows, the page puts into words of its own.
    const isPlain = typeof option.default === "string" || typeof option.default === "number";
    const stated = isPlain ? `(default\\s"?${option.default}"?|"?${option.default}"? \\(default)` : "";
    expect(page).toMatch(new RegExp(`\\*\\*Options\\.\\*\\*[^]*\`${option.name}\`[^]*${stated}`));
  }
});

test.each(pages)("the examples of %s run", async (name) => {
  const examples = await programsOf(`docs/models/${name}`);
  expect(examples.length).toBeGreaterThan(0);
  for (const example of examples) await printedBy(example);
});
