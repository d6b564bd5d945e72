import { createHash } from "node:crypto";
import { gzipSync } from "node:zlib";
import type { Plugin, Rolldown } from "vite";
import { policyText } from "./contentPolicy.ts";
import { reportFilesOf } from "./reportFiles.ts";
import { bundledWorker } from "./workerText.ts";

/** Writes `studio.html`, which holds the whole studio and opens from a `file:` address: style and script inline, the worker as compressed text. */
export function oneFile(): Plugin {
  return {
    name: "one-file",
    apply: "build",
    enforce: "post",
    async generateBundle(_, bundle) {
      const files = Object.values(bundle);
      const entry = files.find((file) => file.type === "chunk" && file.isEntry);
      if (entry?.type !== "chunk") throw new Error("The build has no script for the page.");
      const fonts = files.flatMap((file) => (file.type === "asset" && file.fileName.endsWith(".woff2") ? [file] : []));
      const styles = files.flatMap((file) =>
        file.type === "asset" && file.fileName.endsWith(".css") ? [withFonts(String(file.source), fonts)] : [],
      );
      const script = entry.code.replaceAll("</script", String.raw`<\/script`);
      const hash = `'sha256-${createHash("sha256").update(script).digest("base64")}'`;
      const worker = packed((await bundledWorker()).code);
      const report = packed(JSON.stringify(await reportFilesOf()));
      const source = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8" />
<meta http-equiv="Content-Security-Policy" content="${policyText(hash)}" />
<meta name="viewport" content="width=device-width, initial-scale=1" />
<meta name="color-scheme" content="light dark" />
<title>kernelbayes studio</title>
<style>${styles.join("\n").replaceAll("</style", String.raw`<\/style`)}</style>
</head>
<body>
<div id="studio"></div>
<noscript>The studio computes in this page and needs JavaScript.</noscript>
<script type="application/gzip" id="worker-text">${worker}</script>
<script type="application/gzip" id="report-files">${report}</script>
<script type="module">${script}</script>
</body>
</html>
`;
      this.emitFile({ type: "asset", fileName: "studio.html", source });
    },
  };
}

/** The style with its fonts inside, in place of their addresses. */
function withFonts(style: string, fonts: readonly Rolldown.OutputAsset[]): string {
  return fonts.reduce((text, { fileName, source }) => {
    const name = fileName.slice(fileName.lastIndexOf("/") + 1);
    const data = `data:font/woff2;base64,${Buffer.from(source).toString("base64")}`;
    return text.replaceAll(/url\(([^()]*)\)/g, (whole, address: string) =>
      address.includes(name) ? `url(${data})` : whole,
    );
  }, style);
}

function packed(content: string): string {
  return gzipSync(content, { level: 9 }).toString("base64");
}
