import { posix } from "node:path";
import type { Page } from "./pages.ts";

/** An entry of the sidebar: a page, a group of entries, or both. The shape is that of VitePress. */
export interface SidebarItem {
  readonly text: string;
  readonly link?: string;
  readonly items?: readonly SidebarItem[];
  readonly collapsed?: boolean;
}

/**
 * The sidebar of the guide: the groups and the order are those of the table of contents (docs/index.md), below a folder's page
 * stand the pages of the folder in the order of its links, and what is linked from neither comes last.
 */
export function guideSidebar(pages: readonly Page[]): SidebarItem[] {
  const byPath = new Map(pages.map((page) => [page.path, page]));
  const contents = byPath.get("contents.md");
  if (contents === undefined) throw new Error("There is no table of contents, docs/index.md.");
  const listed = new Set(["index.md", "contents.md"]);

  const item = (path: string): SidebarItem[] => {
    const page = byPath.get(path);
    if (page === undefined || listed.has(path)) return [];
    listed.add(path);
    if (posix.basename(path) !== "index.md") return [{ text: page.title, link: `/${path}` }];
    const folder = posix.dirname(path);
    const inside = [...linksOf(page), ...byPath.keys()].filter((other) => other.startsWith(`${folder}/`));
    return [{ text: page.title, link: `/${path}`, collapsed: true, items: inside.flatMap(item) }];
  };

  const groups = contents.text.split(/^## /m).map((section, index) => {
    const text = index === 0 ? "Begin" : section.slice(0, section.indexOf("\n"));
    return { text, items: linksOf({ path: contents.path, text: section }).flatMap(item) };
  });
  groups[0].items.unshift({ text: "Contents", link: "/contents.md" });
  const rest = [...byPath.keys()].flatMap(item);
  return [...groups, { text: "More", items: rest }].filter(({ items }) => items.length > 0);
}

/** The pages that a page links to, in order. */
function linksOf({ path, text }: Pick<Page, "path" | "text">): string[] {
  return Array.from(text.matchAll(/\]\(([^)\s#]+\.md)[^)]*\)/g), ([, link]) => posix.join(posix.dirname(path), link));
}
