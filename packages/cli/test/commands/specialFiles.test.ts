import { spawn, spawnSync } from "node:child_process";
import { existsSync, lstatSync, readdirSync, readFileSync, readlinkSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { fitSync, iris, linearDiscriminant } from "kernelbayes";
import { formatCsv } from "kernelbayes/table";
import { writePosterior } from "kernelbayes/node";
import { describe, expect, test } from "vitest";
import { run, temporaryFolder } from "./run.ts";

const command = fileURLToPath(new URL("../../dist/kernelbayes.js", import.meta.url));
const isRoot = process.getuid?.() === 0;

/** A folder with a model and a table, and the predictions that belong to them. */
async function prepared(): Promise<{ at: (name: string) => string; words: string[]; expected: string }> {
  const folder = temporaryFolder();
  const at = (name: string): string => join(folder, name);
  await writePosterior(at("model.json"), fitSync(linearDiscriminant(), iris(), { target: "species" }));
  writeFileSync(at("new.csv"), formatCsv(iris()));
  const words = ["predict", at("model.json"), at("new.csv"), "--quiet"];
  return { at, words, expected: (await run(...words)).stdout };
}

describe.skipIf(process.platform === "win32")("the output", () => {
  test("goes through a pipe, which stays a pipe", async () => {
    const { at, words, expected } = await prepared();
    expect(spawnSync("mkfifo", [at("pipe.csv")]).status).toBe(0);
    const reader = spawn("cat", [at("pipe.csv")]);
    let read = "";
    reader.stdout.on("data", (part) => (read += part));
    const closed = new Promise((resolve) => reader.on("close", resolve));
    expect(await run(...words, "--out", at("pipe.csv"))).toMatchObject({ status: 0, stderr: "" });
    await closed;
    expect(read).toBe(expected);
    expect(lstatSync(at("pipe.csv")).isFIFO()).toBe(true);
  });

  test("goes to a device, which stays a device", async ({ skip }) => {
    const { at, words } = await prepared();
    if (!isRoot || spawnSync("mknod", [at("null.csv"), "c", "1", "3"]).status !== 0) {
      skip("only the superuser can make a device");
    }
    expect(await run(...words, "--out", at("null.csv"))).toMatchObject({ status: 0, stderr: "" });
    expect(lstatSync(at("null.csv")).isCharacterDevice()).toBe(true);
    expect(readdirSync(at(".")).toSorted()).toEqual(["model.json", "new.csv", "null.csv"]);
  });

  test("goes where a symbolic link leads, and the link stays: of predict, fit and export", async () => {
    const { at, words, expected } = await prepared();
    const out = temporaryFolder();
    for (const name of ["out.csv", "model.onnx"]) symlinkSync(join(out, name), at(`links-${name}`));
    expect((await run(...words, "--out", at("links-out.csv"))).status).toBe(0);
    expect(readFileSync(join(out, "out.csv"), "utf8")).toBe(expected);
    expect((await run("export", at("model.json"), "--onnx", at("links-model.onnx"))).status).toBe(0);

    const fitted = temporaryFolder();
    symlinkSync(join(out, "model.json"), join(fitted, "model.json"));
    const fit = ["fit", at("new.csv"), "--target", "species", "--model", "lda", "--jobs", "1", "--quiet"];
    expect((await run(...fit, "--no-report", "--out", fitted)).status).toBe(0);
    expect(readdirSync(out).toSorted()).toEqual(["model.json", "model.onnx", "out.csv"]);
    expect(readlinkSync(join(fitted, "model.json"))).toBe(join(out, "model.json"));
    expect(lstatSync(at("links-out.csv")).isSymbolicLink()).toBe(true);
  });

  test("goes to what the shell has opened, behind what is there", async () => {
    const { at, words, expected } = await prepared();
    const program = `"${process.execPath}" "${command}" ${words.join(" ")} --as csv`;
    const shell = (line: string): string => spawnSync(line, { shell: "/bin/bash", encoding: "utf8" }).stderr;
    expect(shell(`{ echo before; ${program} --out /dev/stdout; echo after; } >> "${at("all")}"`)).toBe("");
    expect(readFileSync(at("all"), "utf8")).toBe(`before\n${expected}after\n`);
    expect(shell(`${program} --out >(cat > "${at("copy")}")`)).toBe("");
    // The shell does not wait for the reader.
    await expect.poll(() => existsSync(at("copy")) && readFileSync(at("copy"), "utf8")).toBe(expected);
  });

  test("may have a name of 249 letters, and a longer one than the system allows is refused at once", async () => {
    const { at, words, expected } = await prepared();
    const name = `${"a".repeat(245)}.csv`;
    expect(await run(...words, "--out", at(name))).toMatchObject({ status: 0, stderr: "" });
    expect(readFileSync(at(name), "utf8")).toBe(expected);
    const { status, stderr } = await run(...words, "--out", at(`${"a".repeat(252)}.csv`));
    expect(stderr).toMatch(/\.csv cannot be written: the name is too long\. Choose a shorter one\.\n$/);
    expect(status).toBe(2);
  });
});

describe.skipIf(process.platform === "win32")("a process that is ended while it predicts", () => {
  /** Begins to predict rows that keep coming, and waits for the partial file. */
  async function begun(at: (name: string) => string): Promise<{ end(signal: NodeJS.Signals): Promise<unknown> }> {
    const child = spawn(process.execPath, [command, "predict", at("model.json"), "-", "--out", at("out.csv")]);
    child.stdin.on("error", () => undefined);
    child.stdin.write(formatCsv(iris()));
    const closed = new Promise((resolve) => child.on("close", (status, signal) => resolve(status ?? signal)));
    // The first two only try whether files can be made: before the work is ready for signals, and when it begins.
    const isOutput = (): boolean => partials(at).some((name) => Number(name.split(".").at(-2)) > 2);
    await expect.poll(isOutput, { timeout: 20_000, interval: 50 }).toBe(true);
    return {
      async end(signal) {
        // The second one does not wait for the rows that never come.
        const kill = setInterval(() => child.kill(signal), 50);
        try {
          return await closed;
        } finally {
          clearInterval(kill);
        }
      },
    };
  }
  const partials = (at: (name: string) => string): string[] =>
    readdirSync(at(".")).filter((name) => name.startsWith("out.csv.") && name.endsWith(".partial"));

  test("removes its partial file when the terminal is closed", async () => {
    const { at } = await prepared();
    expect(await (await begun(at)).end("SIGHUP")).toBe(129);
    expect(readdirSync(at(".")).toSorted()).toEqual(["model.json", "new.csv"]);
  });

  test("leaves it when it is killed, and the next run removes it", async () => {
    const { at, words, expected } = await prepared();
    expect(await (await begun(at)).end("SIGKILL")).toBe("SIGKILL");
    expect(partials(at)).toHaveLength(1);
    expect((await run(...words, "--out", at("out.csv"))).status).toBe(0);
    expect(readdirSync(at(".")).toSorted()).toEqual(["model.json", "new.csv", "out.csv"]);
    expect(readFileSync(at("out.csv"), "utf8")).toBe(expected);
  });
});
