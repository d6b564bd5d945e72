import { readFileSync } from "node:fs";
import { join } from "node:path";
import { katex } from "@mdit/plugin-katex";
import { defineConfig, type DefaultTheme } from "vitepress";
import { site } from "./places.ts";

// Written by build.ts from the pages that exist.
const { guide, api } = JSON.parse(readFileSync(join(site, "navigation.json"), "utf8")) as {
  guide: DefaultTheme.SidebarItem[];
  api: DefaultTheme.SidebarItem[];
};

/** The plugin names the types of another release of markdown-it than VitePress does; both are the same at run time. */
const formulas: (markdown: never, options: { output: "htmlAndMathml" }) => void = katex;

export default defineConfig({
  title: "kernelbayes",
  description: "Bayesian kernel classifiers for TypeScript, whose probabilities can be trusted.",
  lang: "en",
  base: process.env.DOCS_BASE ?? "/",
  srcDir: join(site, "pages"),
  outDir: join(site, "html"),
  cacheDir: join(site, "cache"),
  // A link that leads nowhere fails the build.
  ignoreDeadLinks: false,
  head: [["link", { rel: "icon", href: `${process.env.DOCS_BASE ?? "/"}logo.svg`, type: "image/svg+xml" }]],
  markdown: {
    // Pages are text with formulas: "<" is less than, never the beginning of a tag.
    html: false,
    // Formulas between dollars become HTML here, so that pages need no script for them.
    config: (markdown) => formulas(markdown as never, { output: "htmlAndMathml" }),
    theme: { light: "github-light", dark: "github-dark" },
  },
  // The index of the search is one large file, fetched when the search is opened.
  vite: { logLevel: "warn", build: { chunkSizeWarningLimit: 2000 } },
  themeConfig: {
    logo: "/logo.svg",
    nav: [
      { text: "Contents", link: "/contents.md" },
      { text: "Examples", link: "/examples/index.md" },
      { text: "Models", link: "/models/index.md" },
      { text: "Kernels", link: "/kernels/index.md" },
      { text: "Interface", link: "/api/index.md" },
      { text: "Changes", link: "/changelog.md" },
    ],
    sidebar: { "/api/": api, "/": guide },
    outline: { level: [2, 3] },
    search: { provider: "local" },
    docFooter: { prev: "Before", next: "Next" },
  },
});
