// Publishes the packages.
//
//   npm run release -- --dry-run    packs them, installs the tarballs in an empty project, runs the READMEs' code there; publishes nothing
//   npm run release                 the same, then publishes; refuses while a manifest has no address or a change has no version
//
// --runtimes tries the tarballs on further versions of Node, on Deno, Bun and workerd, which it gets from the registry. --keep leaves the project there.
import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { manifestOf, published } from "./release/packages.mjs";
import { emptyProject, packAll } from "./release/project.mjs";
import { refusals } from "./release/refusals.mjs";
import { run } from "./release/run.mjs";
import { tryPackages } from "./release/tryPackages.mjs";
import { root, setup } from "./setup.mjs";

const { values } = parseArgs({
  options: { "dry-run": { type: "boolean", default: false }, keep: { type: "boolean", default: false } },
});
const isDryRun = values["dry-run"];
const pending = readdirSync(join(root, ".changeset")).filter((file) => file.endsWith(".md") && file !== "README.md");
const reasons = refusals(published.map(manifestOf), pending);
if (!isDryRun && reasons.length > 0) {
  console.error(`Nothing was published:\n${reasons.map((reason) => `- ${reason}`).join("\n")}`);
  process.exit(1);
}

await setup();
const folder = emptyProject();
try {
  const tarballs = packAll(join(folder, "tarballs"));
  for (const [name, { size, files }] of tarballs) {
    console.log(`release: packed ${name}: ${(size / 1000).toFixed(0)} kB, ${files.length} files`);
  }
  for (const step of tryPackages(folder, tarballs)) console.log(`release: ${step}`);
  if (isDryRun) {
    console.log("release: everything works from the tarballs; nothing was published.");
    for (const reason of reasons) console.log(`release: before publishing: ${reason}`);
  } else {
    for (const { path } of tarballs.values()) run("npm", ["publish", path], { cwd: root });
    console.log(`release: published ${published.length} packages`);
  }
} catch (error) {
  console.error(`release: ${error.message}`);
  process.exitCode = 1;
} finally {
  if (values.keep) console.log(`release: the project is ${folder}`);
  else rmSync(folder, { recursive: true, force: true });
}
