import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

interface Needs {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}
interface Lock {
  readonly packages: Readonly<Record<string, Needs>>;
}
const root = new URL("../../../../", import.meta.url);

test("the licenses of all that is copied into the files for pages go with them, also of what a dependency needs", () => {
  const { packages } = JSON.parse(readFileSync(new URL("package-lock.json", root), "utf8")) as Lock;
  const needed = new Set<string>();
  const add = (name: string): void => {
    if (needed.has(name)) return;
    needed.add(name);
    Object.keys(packages[`node_modules/${name}`].dependencies ?? {}).forEach(add);
  };
  const { dependencies, devDependencies } = packages["packages/kernelbayes"];
  // What is bundled is not for users to install, and therefore among the dependencies of development.
  Object.keys({ ...dependencies, ...devDependencies }).forEach(add);
  expect([...needed]).toEqual(expect.arrayContaining(["fzstd", "hysnappy", "workerpool"]));
  const licenses = readFileSync(new URL("packages/kernelbayes/dist/third-party-licenses.txt", root), "utf8");
  for (const name of needed) expect(licenses).toMatch(new RegExp(`^${name}$`, "m"));
});
