import { spawnSync } from "node:child_process";
import { models } from "kernelbayes/models";
import { expect, test } from "vitest";
import { commandWords } from "../../src/completion/commandWords.ts";
import { program } from "../../src/program.ts";
import { run, runJson, temporaryFile, temporaryFolder } from "./run.ts";

const hasBash = spawnSync("bash", ["--version"]).status === 0;

/** What bash offers for each of the lines, whose last words are being written, in a folder. */
async function offered(lines: readonly string[], folder?: string): Promise<string[][]> {
  const script = temporaryFile("completion.bash", (await run("completion", "bash")).stdout);
  const asked = lines.map((line) => {
    const words = line.split(" ");
    return `COMP_WORDS=(${words.map((word) => `'${word}'`).join(" ")}); COMP_CWORD=${words.length - 1}; _kernelbayes; printf '%s\\n' "\${COMPREPLY[@]}" --end--`;
  });
  const { stdout, stderr } = spawnSync("bash", ["--norc", "-c", [`source '${script}'`, ...asked].join("\n")], {
    encoding: "utf8",
    ...(folder !== undefined && { cwd: folder }),
  });
  expect(stderr).toBe("");
  return stdout
    .split("--end--\n")
    .slice(0, -1)
    .map((part) => part.split("\n").filter((word) => word !== ""));
}

test.skipIf(!hasBash)("bash offers commands, options and the names of models", async () => {
  const [commands, fit, options, names, list, shells, quiet, column] = await offered([
    "kernelbayes ",
    "kernelbayes fi",
    "kernelbayes predict model.json --a",
    "kernelbayes fit table.csv --model bay",
    "kernelbayes compare table.csv --models rda,ls",
    "kernelbayes completion ",
    "kernelbayes predict --quiet --ke",
    "kernelbayes fit table.csv --target ",
  ]);
  const listed = program()
    .createHelp()
    .visibleCommands(program())
    .map((command) => command.name());
  expect(commands).toEqual([...listed.filter((name) => name !== "help"), "--help", "--version"]);
  expect(commands).not.toContain("reproduce");
  expect(fit).toEqual(["fit"]);
  expect(options).toEqual(["--abstain", "--as"]);
  expect(names).toEqual(Object.keys(models).filter((name) => name.startsWith("bay")));
  expect(list).toEqual(["rda,lssvm"]);
  expect(shells).toEqual(["bash", "zsh", "fish"]);
  expect(quiet).toEqual(["--keep"]);
  expect(column).toEqual([]);
});

test.skipIf(!hasBash)("bash offers files where tables are expected, names with blanks whole", async () => {
  const folder = temporaryFolder();
  temporaryFile("my table.csv", "x\n", folder);
  temporaryFile("model.json", "{}", folder);
  const [tables, files] = await offered(
    ["kernelbayes predict model.json my", "kernelbayes predict x --out mo"],
    folder,
  );
  expect(tables).toEqual(["my table.csv"]);
  expect(files).toEqual(["model.json"]);
});

test.each(["bash", "zsh", "fish"])("the script for %s names every command and every option", async (shell) => {
  const { status, stdout } = await run("completion", shell);
  expect(status).toBe(0);
  for (const { name, options } of commandWords(program())) {
    expect(stdout).toContain(name);
    for (const { long } of options) expect(stdout).toContain(shell === "fish" ? `-l ${long.slice(2)}` : long);
  }
  expect(await runJson("completion", shell)).toEqual({ shell, script: stdout });
  // Where the shell is there, it finds nothing wrong with the script.
  const check = spawnSync(shell, ["-n"], { input: stdout, encoding: "utf8" });
  if (check.error === undefined) expect(check).toMatchObject({ status: 0, stderr: "" });
});

test("another shell is refused with those that there are", async () => {
  const { status, stderr } = await run("completion", "csh");
  expect(status).toBe(2);
  expect(stderr).toContain("bash, zsh, fish");
});
