// Puts the site together: pages of the repository, the interface by TypeDoc, and then the whole by VitePress.
import { cpSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { parseArgs } from "node:util";
import { build, serve } from "vitepress";
import { describeApi } from "./api.ts";
import { apiPages } from "./apiPages.ts";
import { guideSidebar } from "./navigation.ts";
import { pages, type Page } from "./pages.ts";
import { drawings, root, site } from "./places.ts";

const { values } = parseArgs({
  options: {
    serve: { type: "boolean", default: false },
    port: { type: "string", default: "4173" },
    base: { type: "string", default: "/" },
  },
});
process.env.DOCS_BASE = values.base;
const docs = join(root, "docs");
const folder = join(site, "pages");
rmSync(site, { recursive: true, force: true });

const guide = pages();
write(guide);
cpSync(join(docs, ".vitepress/logo.svg"), join(folder, "public/logo.svg"));
for (const [source, path] of drawings()) cpSync(join(root, source), join(folder, path));
say(`docs: ${guide.length} pages of the guide`);

const entries = await describeApi(join(site, "typedoc"));
const api = apiPages(entries, join(site, "typedoc"));
write(api.pages);
say(`docs: ${api.pages.length} pages of the interface of ${entries.map(({ name }) => name).join(", ")}`);

writeFileSync(join(site, "navigation.json"), JSON.stringify({ guide: guideSidebar(guide), api: api.sidebar }));
await build(docs);
say(`docs: the site is in ${relative(root, join(site, "html"))}`);
if (values.serve) {
  await serve({ root: docs, port: Number(values.port), base: values.base });
} else {
  say("docs: look at it with npm run docs -- --serve");
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

function write(list: readonly Page[]): void {
  for (const { path, text } of list) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}
