import { posix } from "node:path";
import { expect, test } from "vitest";
import { guideSidebar, type SidebarItem } from "../../../../docs/.vitepress/navigation.ts";
import { pages } from "../../../../docs/.vitepress/pages.ts";
import { drawings, places } from "../../../../docs/.vitepress/places.ts";
import { kernels } from "../../src/kernels/index.ts";
import { models } from "../../src/models/index.ts";

const all = pages();
const paths = new Set(all.map(({ path }) => path));
const drawn = new Set(drawings().values());

/** The pages that a sidebar links to, with those of its groups. */
function linked(items: readonly SidebarItem[]): string[] {
  return items.flatMap(({ link, items: inside = [] }) => [...(link === undefined ? [] : [link]), ...linked(inside)]);
}

test("the sidebar of the site lists every page but the first, once each", () => {
  const links = linked(guideSidebar(all));
  expect(links.toSorted()).toEqual(
    [...paths]
      .filter((path) => path !== "index.md")
      .map((path) => `/${path}`)
      .toSorted(),
  );
});

test("every model and every kernel of the catalogues has a page in the sidebar of the site", () => {
  const links = linked(guideSidebar(all));
  for (const name of Object.keys(models)) expect(links).toContain(`/models/${name}.md`);
  for (const name of Object.keys(kernels)) expect(links).toContain(`/kernels/${name}.md`);
});

test("no two files become the same page, and every page has a title", () => {
  expect(paths.size).toBe(places().size);
  for (const { path, title, text } of all) {
    expect(title).not.toBe("");
    if (path !== "index.md") expect(text).toMatch(/^# /m);
  }
});

test("links between files of the repository become links between pages of the site", () => {
  const contents = all.find(({ path }) => path === "contents.md")?.text;
  expect(contents).toContain("(examples/01-first-fit.md)");
  expect(contents).toContain("(contributing.md)");
  expect(contents).toContain("(changelog.md)");
  expect(all.find(({ path }) => path === "contributing.md")?.text).toContain("(design.md)");
});

test.each(all)("every link of the page $path leads to a page or a drawing of the site", ({ path, text }) => {
  const prose = text.replaceAll(/^```[^]*?^```$/gm, "");
  const links = Array.from(prose.matchAll(/\]\(([^)\s#]+)[^)]*\)/g), ([, link]) => link);
  const broken = links
    .filter((link) => !/^[a-z]+:/.test(link) && !link.startsWith("/api/")) // the interface is written by the build
    .map((link) => posix.join(posix.dirname(path), link))
    .filter((target) => !paths.has(target) && !drawn.has(target));
  expect(broken).toEqual([]);
});
