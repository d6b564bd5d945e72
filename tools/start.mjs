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
const isForPeople = !["--json", "--quiet", "--help"].some((word) => process.argv.includes(word));
if (status === 0 && isForPeople) console.log("\nThe same in a page, with a table of your own: npx kernelbayes studio");
process.exitCode = status ?? 1;
