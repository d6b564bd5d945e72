// Builds the documentation site: sets up what is missing, then hands over to docs/.vitepress/build.ts.
//
//   npm run docs                    builds into .site/html
//   npm run docs -- --serve         builds, then serves it (--port 4173)
//   npm run docs -- --base /here/   for a site that will not stand at the root of its host
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { root, setup } from "./setup.mjs";

try {
  await setup();
} catch (error) {
  console.error(`setup failed: ${error.message}`);
  process.exit(1);
}
const { status } = spawnSync(
  process.execPath,
  ["--import", "tsx", join(root, "docs/.vitepress/build.ts"), ...process.argv.slice(2)],
  { cwd: root, stdio: "inherit" },
);
process.exitCode = status ?? 1;
