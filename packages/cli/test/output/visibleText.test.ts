import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { visibleJson, visibleText } from "../../src/output/visibleText.ts";
import { run, temporaryFolder } from "../commands/run.ts";

/** What a terminal obeys: a new title, the clipboard (OSC 52), a cleared screen, in 7 and in 8 bits. */
const hostile = "\u001b]0;owned\u0007\u001b]52;c;cm0gLXJmIC8=\u0007\u001b[2J\u009b2J\u007f";
const obeyed = /[^\P{Cc}\t\n]/u;

test("control characters are shown by pictures, tabs and line feeds stay", () => {
  expect(visibleText("a\tb\n\u001b[31m\u0000\r\u007f\u009bü😀")).toBe("a\tb\n␛[31m␀␍␡\uFFFDü😀");
  expect(visibleText(hostile)).not.toMatch(obeyed);
});

test("JSON keeps what they are", () => {
  const value = { [hostile]: [hostile, "\n"] };
  const written = visibleJson(JSON.stringify(value));
  expect(written).not.toMatch(obeyed);
  expect(JSON.parse(written)).toEqual(value);
});

test("names and labels with escape sequences reach no terminal, in no command that prints them", async () => {
  const folder = temporaryFolder();
  const table = join(folder, "table.csv");
  const cell = `"a${hostile}"`;
  const lines = Array.from({ length: 40 }, (_, i) => `${i % 7},${(i * 5) % 11},${i % 3 === 0 ? cell : "b"}`);
  writeFileSync(table, [`"x${hostile}",z,"label${hostile}"`, ...lines].join("\n"));
  const target = ["--target", `label${hostile}`];
  const quick = ["--model", "lda", "--jobs", "1", "--out", folder];
  const model = join(folder, "model.json");
  const isTTY = Object.getOwnPropertyDescriptor(process.stdout, "isTTY");
  Object.defineProperty(process.stdout, "isTTY", { value: true, configurable: true });
  try {
    const ran = [
      await run("fit", table, ...target, ...quick),
      await run("fit", table, ...target, ...quick, "--json"),
      await run("describe", table, ...target),
      await run("describe", model),
      await run("predict", model, table),
      await run("predict", model, table, "--json"),
      await run("evaluate", model, table),
    ];
    for (const { status, stdout, stderr } of ran) {
      expect(status).toBe(0);
      expect(stdout + stderr).not.toMatch(obeyed);
    }
    expect(ran[0].stderr).toContain("␛]52;c;");
    for (const words of [
      ["fit", table, "--target", hostile],
      ["fit", table, `--${hostile}`],
      ["predict", join(folder, hostile), table],
    ]) {
      const { status, stdout, stderr } = await run(...words);
      expect(status).toBe(2);
      expect(stdout + stderr).not.toMatch(obeyed);
    }
  } finally {
    if (isTTY) Object.defineProperty(process.stdout, "isTTY", isTTY);
    else Reflect.deleteProperty(process.stdout, "isTTY");
    vi.restoreAllMocks();
  }
  // A file or a pipe gets the cells as they were.
  expect((await run("predict", model, table)).stdout).toContain(hostile);
});
