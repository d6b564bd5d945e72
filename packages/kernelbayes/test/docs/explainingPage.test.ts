import { expect, test } from "vitest";
import { printedBy, programsOf, readPage } from "./pagePrograms.ts";

test("the programs on the page about explanations run, and print what stands behind their lines", async () => {
  for (const program of await programsOf("docs/explaining.md")) {
    const promised = Array.from(program.matchAll(/console\.log\(.*\); \/\/ (.*)$/gm), ([, comment]) => comment);
    expect(promised).toHaveLength(program.split("console.log").length - 1);
    expect((await printedBy(program)).split("\n")).toEqual(promised);
  }
});

test("the page has a section for every question that the command answers", async () => {
  const page = await readPage("docs/explaining.md");
  const anchors = Array.from(page.matchAll(/\]\(#([\w-]+)\)/g), ([, anchor]) => anchor);
  const titles = Array.from(page.matchAll(/^#+ (.*)$/gm), ([, title]) =>
    title
      .toLowerCase()
      .replaceAll(/[^\w -]/g, "")
      .replaceAll(" ", "-"),
  );
  for (const anchor of anchors) expect(titles).toContain(anchor);
});
