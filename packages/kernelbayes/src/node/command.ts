#!/usr/bin/env node
// The word `kernelbayes` where only the library was named: hands over to the command of @kernelbayes/cli, or names it. The library
// imports no other package of the project, so the command is looked for by name when somebody asks for it.
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { commandFile } from "./commandFile.ts";

const words = process.argv.slice(2).join(" ");
const file = commandFile([createRequire(import.meta.url), createRequire(join(process.cwd(), "package.json"))]);
if (file) {
  await import(pathToFileURL(file).href);
} else {
  process.stderr.write(
    "The command kernelbayes is in the package @kernelbayes/cli, which is not installed here.\n" +
      `Once, without an installation:  npx @kernelbayes/cli${words && ` ${words}`}\n` +
      "In this folder:                 npm install @kernelbayes/cli\n",
  );
  process.exitCode = 4;
}
