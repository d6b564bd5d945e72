// Tarballs of the packages, and an empty project that has them installed.
import { mkdirSync, mkdtempSync, readdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { root } from "../setup.mjs";
import { published } from "./packages.mjs";
import { run } from "./run.mjs";

/** Packs every published package; the paths of the tarballs by the folders of the packages. */
export function packAll(folder) {
  mkdirSync(folder, { recursive: true });
  return new Map(
    published.map((name) => {
      const { stdout } = run("npm", ["pack", "--json", "--ignore-scripts", "--pack-destination", folder], {
        cwd: join(root, "packages", name),
      });
      const listed = JSON.parse(stdout);
      const [{ filename, files, size }] = Array.isArray(listed) ? listed : Object.values(listed);
      return [name, { path: join(folder, filename), files: files.map(({ path }) => path), size }];
    }),
  );
}

/** A folder outside the workspace, so that nothing of it is found by accident. */
export function emptyProject() {
  const folder = mkdtempSync(join(tmpdir(), "kernelbayes-release-"));
  writeFileSync(join(folder, "package.json"), JSON.stringify({ name: "trial", private: true, type: "module" }));
  return folder;
}

export function install(folder, tarballs) {
  run("npm", ["install", "--no-audit", "--no-fund", "--prefer-offline", "--loglevel=error", ...tarballs], {
    cwd: folder,
  });
  return readdirSync(join(folder, "node_modules")).length;
}
