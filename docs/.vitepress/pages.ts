import { existsSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { home } from "./home.ts";
import { places, root } from "./places.ts";

/** A page of the site: its path there, its title and its Markdown. */
export interface Page {
  readonly path: string;
  readonly title: string;
  readonly text: string;
}

/** All pages but those about the interface of the library, which TypeDoc writes. */
export function pages(): Page[] {
  const found = places();
  return Array.from(found, ([source, path]) => {
    const text = linksTo(found, source, path, textOf(source, found));
    const title = titleOf(text) ?? path;
    // Without sections there is nothing to list beside the page, and programs get the room.
    return { path, title, text: /^## |^---$/m.test(text) ? text : `---\naside: false\n---\n\n${text}` };
  });
}

/** The Markdown of a source, before its links are turned to the pages of the site. */
function textOf(source: string, found: ReadonlyMap<string, string>): string {
  if (source === "README.md") return home();
  if (source === "LICENSE") return `# License\n\n${read(source)}`;
  if (source === "examples") return examplesPage(Array.from(found.keys()));
  if (source.startsWith("examples/")) return examplePage(source);
  return read(source);
}

function titleOf(text: string): string | undefined {
  return /^# (.+)$/m.exec(text)?.[1].replaceAll(/[`*]/g, "");
}

/** "examples/01-first-fit.ts" as "01 First fit", which is also how the file is found. */
function exampleTitle(source: string): string {
  const [, number, words] = /(\d\d)-(.*)\.ts$/.exec(source) ?? [];
  return `${number} ${words[0].toUpperCase()}${words.slice(1).replaceAll("-", " ")}`;
}

/** The comment at the head of an example, and the program after it. */
function partsOf(source: string): { comment: string; program: string } {
  const [, head, program] = /^((?:\/\/.*\n)+)([^]*)$/.exec(read(source)) ?? [];
  if (head === undefined) throw new Error(`${source} does not begin with a comment that says what it shows.`);
  return { comment: head.replaceAll(/^\/\/ ?/gm, "").trim(), program };
}

function examplePage(source: string): string {
  const { comment, program } = partsOf(source);
  const number = /\d\d/.exec(source)?.[0];
  return [
    `# ${exampleTitle(source)}`,
    comment,
    `\`\`\`ts [${source}]\n${program.trim()}\n\`\`\``,
    "In a copy of the repository, after `npm run setup`:",
    `\`\`\`sh\nnpx tsx examples/run.ts ${number}\n\`\`\``,
  ].join("\n\n");
}

function examplesPage(sources: readonly string[]): string {
  const list = sources
    .filter((source) => source.startsWith("examples/"))
    .map((source) => `- [${exampleTitle(source)}](examples/${posix.basename(source)}): ${partsOf(source).comment}`);
  return `# Examples\n\nNumbered, short, and run as tests.\n\n${list.join("\n")}\n`;
}

/**
 * Turns the links of a text, which lead to files of the repository, to the pages of the site. A link to a file that is no page
 * keeps its words and loses its target; one to nothing is left as it is, for the build to fail on. Drawings lie beside their pages there, too.
 */
function linksTo(found: ReadonlyMap<string, string>, source: string, page: string, text: string): string {
  return outsideCode(text, (prose) =>
    prose.replaceAll(
      /(?<!!)\[([^\]]*)\]\(([^)\s#]+)(#[^)\s]*)?\)/g,
      (whole, words: string, link: string, anchor = "") => {
        if (/^[a-z]+:/.test(link)) return whole;
        const target = posix.join(posix.dirname(source), link).replace(/\/$/, "");
        const there = found.get(target);
        if (there !== undefined) return `[${words}](${posix.relative(posix.dirname(page), there)}${anchor})`;
        return existsSync(join(root, target)) ? words : whole;
      },
    ),
  );
}

/** Applies a function to a text but for its fenced blocks of code. */
function outsideCode(text: string, change: (prose: string) => string): string {
  return text
    .split(/(^```[^]*?^```$)/m)
    .map((part, index) => (index % 2 === 0 ? change(part) : part))
    .join("");
}

function read(source: string): string {
  return readFileSync(join(root, source), "utf8").replaceAll("\r\n", "\n");
}
