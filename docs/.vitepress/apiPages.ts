import { readFileSync } from "node:fs";
import { join, posix } from "node:path";
import type { Entry, PublicName, Topic } from "./api.ts";
import type { SidebarItem } from "./navigation.ts";
import type { Page } from "./pages.ts";

/**
 * Pages about the interface, one a topic: TypeDoc's pages of its names, one after the other, and a page that lists them all. (A
 * page a name would make five hundred, each of which carries the whole sidebar.)
 */
export function apiPages(entries: readonly Entry[], folder: string): { pages: Page[]; sidebar: SidebarItem[] } {
  const places = new Map<string, string>();
  for (const entry of entries) {
    for (const topic of entry.topics) {
      for (const name of topic.names) places.set(name.file, `${pageOf(entry, topic)}#${anchorOf(name)}`);
    }
  }
  const topicPage = (entry: Entry, topic: Topic): Page => {
    const path = pageOf(entry, topic);
    const title = `Interface: ${titleOf(entry, topic)}`;
    const parts = topic.names.map((name) => section(name, path, readFileSync(join(folder, name.file), "utf8"), places));
    return {
      path,
      title,
      text: `---\noutline: 2\n---\n\n# ${title}\n\n${from(entry, topic)}\n\n${parts.join("\n\n")}\n`,
    };
  };
  const own = entries.filter(({ topics }) => topics.length > 0);
  const item = (entry: Entry, topic: Topic): SidebarItem => ({
    text: titleOf(entry, topic),
    link: `/${pageOf(entry, topic)}`,
  });
  const sidebar = own.map(({ name, topics }): SidebarItem => {
    const items = topics.map((topic) => item({ name, topics }, topic));
    return items.length === 1 ? items[0] : { text: name, items };
  });
  return {
    pages: [indexPage(entries), ...own.flatMap((entry) => entry.topics.map((topic) => topicPage(entry, topic)))],
    sidebar: [{ text: "All names", link: "/api/index.md" }, ...sidebar],
  };
}

const isNamespace = ({ title }: Topic): boolean => /^[a-z]/.test(title);
const slug = (text: string): string => text.toLowerCase().replaceAll(/[^a-z]+/g, "-");
// Prefixed, so that no heading inside a section has the same.
const anchorOf = ({ name, isType }: PublicName): string => `${isType ? "type" : "value"}-${name}`;

function pageOf(entry: Entry, topic: Topic): string {
  const place = entry.name === "kernelbayes" ? slug(topic.title) : `${slug(entry.name)}/${slug(topic.title)}`;
  return `api/${isNamespace(topic) ? "namespace-" : ""}${place}.md`;
}

function titleOf(entry: Entry, topic: Topic): string {
  return entry.topics.length === 1 ? entry.name : topic.title;
}

/** How the names of a topic are imported. */
function from(entry: Entry, topic: Topic): string {
  const what = isNamespace(topic) ? `Parts of \`${topic.title}\`, which is imported` : "Imported";
  return `${what} from \`${entry.name}\`.`;
}

/** TypeDoc's page of a name as a section: one heading, the others as words, links to where the names stand now. */
function section(name: PublicName, path: string, text: string, places: ReadonlyMap<string, string>): string {
  return text
    .replaceAll(/<a id="[^"]*"><\/a> ?/g, "")
    .replace(/^# (?:[A-Z][A-Za-z ]*: )?(.*)$/m, `## $1 {#${anchorOf(name)}}`)
    .replaceAll(/^(?:##+) (?!.* \{#)(.*)$/gm, "**$1**")
    .replaceAll(/\]\(([^)\s#]+\.md)(?:#[^)]*)?\)/g, (whole, link: string) => {
      const place = places.get(posix.join(posix.dirname(name.file), link));
      return place === undefined ? whole : `](${posix.relative(posix.dirname(path), place)})`;
    })
    .trim();
}

function indexPage(entries: readonly Entry[]): Page {
  const list = (entry: Entry, topic: Topic): string => {
    const page = posix.relative("api", pageOf(entry, topic));
    const names = topic.names.map((name) => `[\`${name.name}\`](${page}#${anchorOf(name)})`);
    return `### ${topic.title}\n\n${names.join(" · ")}`;
  };
  const parts = entries.map((entry) => {
    const topics = entry.topics.map((topic) => list(entry, topic));
    return `## ${entry.name}\n\n${topics.length > 0 ? topics.join("\n\n") : "Names of the other entries, in one file."}`;
  });
  const title = "Interface";
  return { path: "api/index.md", title, text: `# ${title}\n\nEvery public name.\n\n${parts.join("\n\n")}\n` };
}
