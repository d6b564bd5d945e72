import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { Plugin } from "vite";

const icon = "icon.svg";
const manifest = {
  name: "kernelbayes studio",
  short_name: "kernelbayes",
  description: "From a table to a classifier, in a page. Nothing leaves this machine.",
  start_url: "./",
  scope: "./",
  display: "standalone",
  background_color: "#ffffff",
  theme_color: "#0b5cad",
  icons: [{ src: icon, sizes: "any", type: "image/svg+xml", purpose: "any" }],
};

/** Makes the served page installable, and open without a network: a manifest, an icon, and a service worker that keeps the files of the page. */
export function offline(): Plugin {
  return {
    name: "offline",
    apply: "build",
    enforce: "post",
    transformIndexHtml: () => [
      { tag: "link", attrs: { rel: "manifest", href: "./studio.webmanifest" } },
      { tag: "link", attrs: { rel: "icon", href: `./${icon}`, type: "image/svg+xml" } },
      { tag: "meta", attrs: { name: "theme-color", content: manifest.theme_color } },
    ],
    async generateBundle(_, bundle) {
      const assets = Object.keys(bundle).filter((name) => name.startsWith("assets/"));
      // Their names change with their contents, and so does the page that names them.
      const version = createHash("sha256").update(assets.toSorted().join()).digest("hex").slice(0, 12);
      const files = ["./", "./studio.webmanifest", `./${icon}`, ...assets.map((name) => `./${name}`)];
      const script = await readFile(new URL("./serviceWorker.js", import.meta.url), "utf8");
      const source = script.replace("__VERSION__", version).replace("__FILES__", JSON.stringify(files));
      this.emitFile({ type: "asset", fileName: "offline.js", source });
      this.emitFile({ type: "asset", fileName: "studio.webmanifest", source: JSON.stringify(manifest) });
      const picture = await readFile(new URL(`./${icon}`, import.meta.url), "utf8");
      this.emitFile({ type: "asset", fileName: icon, source: picture });
    },
  };
}
