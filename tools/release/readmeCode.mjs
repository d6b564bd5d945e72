import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../setup.mjs";

/** The fenced blocks of a page in one language. */
export function blocks(page, language) {
  const text = readFileSync(join(root, page), "utf8");
  return Array.from(text.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, "gms")), ([, block]) => block);
}

/** The lines of a page's shell blocks that begin with these words, without their comments. */
export function shellLines(page, words) {
  return blocks(page, "sh")
    .flatMap((block) => block.split("\n"))
    .map((line) => line.replace(/\s+#.*$/, "").trim())
    .filter((line) => line.startsWith(words));
}

/** The import statements of a program. */
export function importsOf(program) {
  return Array.from(program.matchAll(/^import [^;]*;$/gm), ([line]) => line).join("\n");
}
