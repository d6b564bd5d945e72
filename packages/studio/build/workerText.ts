import { fileURLToPath } from "node:url";
import { build, type Plugin, type Rolldown } from "vite";

const ownScript = `new URL("./browserWorker.js", import.meta.url)`;

/** The name under which the page imports the text of its worker. */
const name = "virtual:worker-text";
const entry = fileURLToPath(new URL("../src/work/worker.ts", import.meta.url));

/**
 * The script of the studio's workers as a module that exports its text. A worker made from a text inherits the content security policy of the page,
 * whatever the server sends, and the same works from a `file:` address.
 */
export function workerText(): Plugin {
  return {
    name: "worker-text",
    resolveId: (id) => (id === name ? `\0${name}` : undefined),
    async load(id) {
      if (id !== `\0${name}`) return undefined;
      const { code, modules } = await bundledWorker();
      for (const path of modules) if (!path.includes("node_modules")) this.addWatchFile(path);
      return `export default ${JSON.stringify(code)};`;
    },
  };
}

/** The library names a script of workers of its own, which would be copied into this one; the studio gives another wherever it starts them. */
const withoutScript: Plugin = {
  name: "without-script",
  enforce: "pre",
  transform: (code) => (code.includes(ownScript) ? { code: code.replaceAll(ownScript, '""'), map: null } : undefined),
};

const asked = `import { createRequire } from "node:module";`;

/** The report finds linkedom where it is installed, which a page cannot: here it comes along. */
const withLinkedom: Plugin = {
  name: "with-linkedom",
  enforce: "pre",
  transform: (code) =>
    code.includes(asked) && code.includes(`("linkedom")`)
      ? {
          code: code.replace(
            asked,
            `import * as linkedom from "linkedom";\nconst createRequire = () => () => linkedom;`,
          ),
          map: null,
        }
      : undefined,
};

let bundled: Promise<{ readonly code: string; readonly modules: readonly string[] }> | undefined;

/** The worker as one script that imports nothing. */
export function bundledWorker(): Promise<{ readonly code: string; readonly modules: readonly string[] }> {
  bundled ??= bundleWorker();
  return bundled;
}

async function bundleWorker(): Promise<{ readonly code: string; readonly modules: readonly string[] }> {
  const outputs = await build({
    configFile: false,
    logLevel: "warn",
    plugins: [withoutScript, withLinkedom],
    build: {
      write: false,
      target: "es2022",
      lib: { entry, formats: ["iife"], name: "studioWorker" },
      rolldownOptions: { output: { codeSplitting: false } },
    },
  });
  const [first] = outputs as Rolldown.RolldownOutput[];
  const [chunk] = first.output;
  if (chunk.code.includes("createRequire"))
    throw new Error("The worker asks for modules of Node, which a page does not have.");
  return { code: chunk.code, modules: Object.keys(chunk.modules) };
}
