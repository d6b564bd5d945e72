import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type { Plugin } from "vite";

const name = "virtual:report-files";
const families = ["auto", "discriminant", "fisher", "projection", "support-vector"];

/** The scripts that a living report holds, by name, and the hash of the one that its page runs. */
export async function reportFilesOf(): Promise<Readonly<Record<string, string>>> {
  const folder = join(
    dirname(createRequire(import.meta.url).resolve("@kernelbayes/report/package.json")),
    "dist/pages",
  );
  const read = async (file: string): Promise<string> => (await readFile(join(folder, `${file}.js`), "utf8")).trim();
  const files = Object.fromEntries(
    await Promise.all(
      ["page", ...families.map((family) => `predictor-${family}`)].map(
        async (file) => [file, await read(file)] as const,
      ),
    ),
  );
  return { ...files, "page hash": `sha256-${createHash("sha256").update(files["page"]).digest("base64")}` };
}

/** These scripts as a module, which is loaded when a report is written. */
export function reportFiles(): Plugin {
  return {
    name: "report-files",
    resolveId: (id) => (id === name ? `\0${name}` : undefined),
    load: async (id) => (id === `\0${name}` ? `export default ${JSON.stringify(await reportFilesOf())};` : undefined),
  };
}
