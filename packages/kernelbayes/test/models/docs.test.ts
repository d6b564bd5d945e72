import { existsSync, readFileSync, readdirSync } from "node:fs";
import { describe, expect, test } from "vitest";
import * as kernelbayes from "../../src/index.ts";
import { models } from "../../src/models/index.ts";

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
    expect(page).toMatch(
      new RegExp(`\\*\\*Options\\.\\*\\*[^]*\`${option.name}\`[^]*default ${String(option.default)}`),
    );
  }
});

test.each(pages)("the examples of %s run", (name) => {
  const examples = [...read(name).matchAll(/```ts\n([^]*?)```/g)].map(([, code]) => code);
  expect(examples.length).toBeGreaterThan(0);
  for (const code of examples) {
    const [, names] = /import \{([^}]*)\} from "kernelbayes";/.exec(code) ?? [];
    const imported = names.split(",").map((part) => part.trim());
    for (const one of imported) expect(Object.keys(kernelbayes)).toContain(one);
    const body = code.replace(/import [^;]*;/, "");
    // The names that an example imports are all that it can see of the library.
    const run = new Function(...imported, `"use strict";${body}`) as (...values: unknown[]) => void;
    run(...imported.map((one) => (kernelbayes as Record<string, unknown>)[one]));
  }
});
