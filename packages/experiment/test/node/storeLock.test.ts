import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { lockFolder } from "../../src/node/storeLock.ts";
import { temporaryFolder } from "./folders.ts";

function lockOf(folder: string): { process: number; host: string; started: string } {
  return JSON.parse(readFileSync(join(folder, "lock.json"), "utf8")) as ReturnType<typeof lockOf>;
}

test("a folder that is locked is refused with the process that has it, and free again afterwards", async () => {
  const folder = temporaryFolder();
  const unlock = await lockFolder(folder);
  expect(lockOf(folder)).toMatchObject({ process: process.pid, host: hostname() });
  await expect(lockFolder(folder)).rejects.toMatchObject({ code: "store-in-use" });
  await expect(lockFolder(folder)).rejects.toThrow(`process ${process.pid}`);
  await unlock();
  expect(readdirSync(folder)).toEqual([]);
  await (
    await lockFolder(folder)
  )();
});

test("the lock of a living process is kept, that of a dead one is not", async () => {
  const folder = temporaryFolder();
  const child = spawn(process.execPath, ["--eval", "setTimeout(() => {}, 60_000)"]);
  await once(child, "spawn");
  const started = existsSync("/proc/self/stat") ? startOf(child.pid!) : "";
  writeFileSync(join(folder, "lock.json"), JSON.stringify({ process: child.pid, host: hostname(), started }));
  await expect(lockFolder(folder)).rejects.toMatchObject({ code: "store-in-use" });
  child.kill("SIGKILL");
  await once(child, "exit");
  await (
    await lockFolder(folder)
  )();
});

function startOf(child: number): string {
  const boot = readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
  const { stdout } = spawnSync("cat", [`/proc/${child}/stat`], { encoding: "utf8" });
  return `${boot} ${stdout.slice(stdout.lastIndexOf(")") + 2).split(" ")[19]}`;
}

test.runIf(existsSync("/proc/self/stat"))("a number that another process has by now does not count", async () => {
  const folder = temporaryFolder();
  const recycled = { process: process.pid, host: hostname(), started: "another boot 1" };
  writeFileSync(join(folder, "lock.json"), JSON.stringify(recycled));
  const unlock = await lockFolder(folder);
  expect(lockOf(folder).started).not.toBe(recycled.started);
  await unlock();
});

test("of a process on another machine nothing is known, so its lock counts", async () => {
  const folder = temporaryFolder();
  const { pid } = spawnSync(process.execPath, ["--version"]);
  writeFileSync(join(folder, "lock.json"), JSON.stringify({ process: pid, host: "elsewhere", started: "" }));
  await expect(lockFolder(folder)).rejects.toThrow(/elsewhere.*remove .*lock\.json/s);
});

test.each(["", "{", "[]", '{"process":"x"}'])("a lock that says nothing (%j) does not count", async (text) => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, "lock.json"), text);
  await (
    await lockFolder(folder)
  )();
});

test("of many that try at the same time to take over a stale lock, one gets it", async () => {
  const folder = temporaryFolder();
  const { pid } = spawnSync(process.execPath, ["--version"]);
  writeFileSync(join(folder, "lock.json"), JSON.stringify({ process: pid, host: hostname(), started: "" }));
  const script = join(folder, "try.mts");
  writeFileSync(
    script,
    `import { lockFolder } from ${JSON.stringify(new URL("../../src/node/storeLock.ts", import.meta.url).href)};
     try { await lockFolder(process.argv[2]); console.log("got it"); setTimeout(() => {}, 60_000); }
     catch (error) { console.log(error.code); }`,
  );
  const children = Array.from({ length: 4 }, () =>
    spawn(process.execPath, ["--import", import.meta.resolve("tsx"), script, folder]),
  );
  const answers = await Promise.all(
    children.map(async (child) => String((await once(child.stdout, "data"))[0]).trim()),
  );
  for (const child of children) child.kill("SIGKILL");
  expect(answers.toSorted()).toEqual(["got it", "store-in-use", "store-in-use", "store-in-use"]);
});
