// The main job on embedded data: sets up what is missing, then runs `kernelbayes demo`.
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { root, setup } from "./setup.mjs";

try {
  await setup();
} catch (error) {
  console.error(`setup failed: ${error.message}`);
  process.exit(1);
}
const command = join(root, "packages/cli/dist/kernelbayes.js");
const { status } = spawnSync(process.execPath, [command, "demo", ...process.argv.slice(2)], { stdio: "inherit" });
process.exitCode = status ?? 1;
