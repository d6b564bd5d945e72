import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("../../../../", import.meta.url));

/** The pages of the project: those at the root, of the packages, and of the documentation. */
const pages = [
  "",
  "docs",
  "bench",
  "packages/kernelbayes",
  "packages/report",
  "packages/experiment",
  "packages/cluster",
  "packages/cli",
].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: folder === "docs", encoding: "utf8" })
    .filter((file) => file.endsWith(".md"))
    .map((file) => join(root, folder, file)),
);

/** The links of a page to other files, without their anchors. */
function links(page: string): string[] {
  const text = readFileSync(page, "utf8").replaceAll(/```[^]*?```/g, "");
  return Array.from(text.matchAll(/\]\(([^)\s]+)\)/g), ([, link]) => link.replace(/#.*$/, "")).filter(
    (link) => link !== "" && !/^[a-z]+:/.test(link),
  );
}

test("there are pages with links", () => {
  expect(pages.flatMap(links).length).toBeGreaterThan(50);
});

test.each(pages.map((page) => relative(root, page)))("every link of %s leads to a file", (page) => {
  const broken = links(join(root, page)).filter((link) => !existsSync(join(root, dirname(page), link)));
  expect(broken).toEqual([]);
});

test("every page of the documentation can be reached from its table of contents", () => {
  const reached = new Set([join(root, "docs/index.md")]);
  for (const page of reached) {
    for (const link of links(page)) {
      const target = join(dirname(page), link);
      if (target.endsWith(".md") && existsSync(target)) reached.add(target);
    }
  }
  const lost = pages.filter((page) => relative(root, page).startsWith("docs") && !reached.has(page));
  expect(lost.map((page) => relative(root, page))).toEqual([]);
});
