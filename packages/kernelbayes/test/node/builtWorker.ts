import { existsSync } from "node:fs";

/** The built script of worker threads, which plain Node can run; without it tests fail with what to do. */
export function builtWorker(): URL {
  const script = new URL("../../dist/worker.js", import.meta.url);
  if (existsSync(script)) return script;
  throw new Error("The package is not built: dist/worker.js is missing. Run `npm run setup` first.");
}
