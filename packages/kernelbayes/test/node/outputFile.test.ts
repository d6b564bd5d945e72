import { spawn, spawnSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { gunzipSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, test, type TestContext } from "vitest";
import { outputFile, outputFolder } from "../../src/node/outputFile.ts";
import { writeTable } from "../../src/node/writeTable.ts";
import { tableFromColumns } from "../../src/table/table.ts";

const isRoot = process.getuid?.() === 0;
const isWindows = process.platform === "win32";

let folder: string;
const at = (name: string): string => join(folder, name);
const text = (name: string): string => readFileSync(at(name), "utf8");
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "kernelbayes-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

async function write(path: string, content: Parameters<Awaited<ReturnType<typeof outputFile>>["write"]>[0]) {
  await (await outputFile(path)).write(content);
}

async function* pieces(...parts: readonly string[]): AsyncGenerator<string> {
  yield* parts;
}

/** Makes what only some systems can make, or skips the test with the reason. */
function made({ skip }: TestContext, command: string, ...words: string[]): void {
  const { status, stderr, error } = spawnSync(command, words, { encoding: "utf8" });
  if (status !== 0) skip(`${command} ${words.join(" ")} does not work here: ${stderr || String(error)}`);
}

/** Does something without the rights of the superuser. */
async function asNobody(work: () => Promise<void>): Promise<void> {
  if (!isRoot) return work();
  process.seteuid!(65_534);
  try {
    await work();
  } finally {
    process.seteuid!(0);
  }
}

describe("a regular file", () => {
  test("is written from a text, bytes or parts, by path or address, and nothing else is left", async () => {
    await write(at("text"), "one");
    await write(at("bytes"), new TextEncoder().encode("two"));
    await write(at("parts"), pieces("thr", "", "ee"));
    await (await outputFile(pathToFileURL(at("äpfel")))).write("four");
    expect(["text", "bytes", "parts", "äpfel"].map(text)).toEqual(["one", "two", "three", "four"]);
    expect(readdirSync(folder)).toHaveLength(4);
  });

  test("stays as it was until the content is complete, and for good if the content fails", async () => {
    writeFileSync(at("a"), "old");
    async function* failing(): AsyncGenerator<string> {
      yield "new";
      expect(text("a")).toBe("old");
      throw new RangeError("The content ends here.");
    }
    await expect(write(at("a"), failing())).rejects.toThrow(new RangeError("The content ends here."));
    expect(text("a")).toBe("old");
    expect(readdirSync(folder)).toEqual(["a"]);
  });

  test.skipIf(isWindows)("keeps its permissions, and those of its owner", async () => {
    for (const mode of [0o600, 0o664, 0o755]) {
      writeFileSync(at("a"), "old");
      chmodSync(at("a"), mode);
      if (isRoot) chownSync(at("a"), 12_345, 23_456);
      await write(at("a"), "new");
      expect(statSync(at("a")).mode & 0o7777).toBe(mode);
      if (isRoot) expect(statSync(at("a"))).toMatchObject({ uid: 12_345, gid: 23_456 });
      expect(text("a")).toBe("new");
    }
  });

  test("with several names is replaced under the one that is written", async () => {
    writeFileSync(at("a"), "old");
    linkSync(at("a"), at("b"));
    await write(at("a"), "new");
    expect([text("a"), text("b")]).toEqual(["new", "old"]);
  });

  test.each([["a".repeat(255)], ["ä".repeat(127)], ["a".repeat(249)]])(
    "may have a name as long as the system allows",
    async (name) => {
      await write(at(name), "long");
      expect(text(name)).toBe("long");
      expect(readdirSync(folder)).toEqual([name]);
    },
  );
});

describe.skipIf(isWindows)("a symbolic link", () => {
  test("stays, and leads to the new content, wherever it leads", async () => {
    mkdirSync(at("far"));
    mkdirSync(at("near"));
    writeFileSync(at("far/file"), "old");
    symlinkSync("../far/file", at("near/relative"));
    symlinkSync(at("near/relative"), at("absolute"));
    symlinkSync("near", at("folder"));
    for (const name of ["near/relative", "absolute", "folder/relative"]) {
      await write(at(name), name);
      expect(text("far/file")).toBe(name);
    }
    expect(readlinkSync(at("near/relative"))).toBe("../far/file");
    expect(lstatSync(at("absolute")).isSymbolicLink()).toBe(true);
    expect(readdirSync(at("far"))).toEqual(["file"]);
  });

  test("to a file that is not there makes it", async () => {
    symlinkSync("new", at("link"));
    await write(at("link"), "made");
    expect(text("new")).toBe("made");
    expect(lstatSync(at("link")).isSymbolicLink()).toBe(true);
  });

  test("in a circle, or into no folder, is refused", async () => {
    symlinkSync("circle", at("circle"));
    await expect(outputFile(at("circle"))).rejects.toThrow("its symbolic links lead in a circle");
    symlinkSync("none/file", at("lost"));
    await expect(outputFile(at("lost"), { makeFolder: true })).rejects.toThrow("there is no such folder");
  });
});

describe.skipIf(isWindows)("a pipe", () => {
  test("is written directly, as much as its reader takes, and stays a pipe", async (context) => {
    made(context, "mkfifo", at("pipe"));
    symlinkSync("pipe", at("link"));
    for (const name of ["pipe", "link"]) {
      const reader = spawn("cat", [at("pipe")]);
      let read = 0;
      reader.stdout.on("data", (part: Buffer) => (read += part.length));
      const closed = new Promise((resolve) => reader.on("close", resolve));
      await write(at(name), pieces(..."abc".split("").map((letter) => letter.repeat(300_000))));
      await closed;
      expect(read).toBe(900_000);
    }
    expect(lstatSync(at("pipe")).isFIFO()).toBe(true);
    expect(readdirSync(folder).toSorted()).toEqual(["link", "pipe"]);
  });

  test("takes a table, compressed if the name asks for it", async (context) => {
    made(context, "mkfifo", at("pipe.csv.gz"));
    const reader = spawn("cat", [at("pipe.csv.gz")]);
    const read: Buffer[] = [];
    reader.stdout.on("data", (part: Buffer) => read.push(part));
    const closed = new Promise((resolve) => reader.on("close", resolve));
    await writeTable(at("pipe.csv.gz"), tableFromColumns({ x: [1, 2] }));
    await closed;
    expect(gunzipSync(Buffer.concat(read)).toString()).toBe("x\n1\n2\n");
  });

  test("whose reader stops early is reported", async (context) => {
    made(context, "mkfifo", at("pipe"));
    const reader = spawn("head", ["-c", "1", at("pipe")], { stdio: "ignore" });
    const closed = new Promise((resolve) => reader.on("close", resolve));
    await expect(write(at("pipe"), pieces(...Array<string>(50).fill("x".repeat(1e5))))).rejects.toMatchObject({
      code: "unwritable-file",
      message: expect.stringContaining("its reader stopped before everything was written") as string,
    });
    await closed;
  });

  test("without a reader is waited for until somebody aborts", async (context) => {
    made(context, "mkfifo", at("pipe"));
    const file = await outputFile(at("pipe"));
    const controller = new AbortController();
    const written = file.write("nobody reads this", { signal: controller.signal });
    controller.abort(new Error("Enough."));
    await expect(written).rejects.toThrow("Enough.");
  });
});

describe.skipIf(isWindows)("a device", () => {
  test("is written directly and stays a device, by its own name and through a link", async (context) => {
    if (!isRoot) context.skip("only the superuser can make a device");
    made(context, "mknod", at("null"), "c", "1", "3");
    symlinkSync("null", at("link"));
    for (const name of ["null", "link"]) await write(at(name), "nothing of this stays");
    expect(lstatSync(at("null")).isCharacterDevice()).toBe(true);
    expect(lstatSync(at("link")).isSymbolicLink()).toBe(true);
    expect(readdirSync(folder).toSorted()).toEqual(["link", "null"]);
  });

  test("that is full is reported", async (context) => {
    if (!isRoot) context.skip("only the superuser can make a device");
    made(context, "mknod", at("full"), "c", "1", "7");
    await expect(write(at("full"), "x")).rejects.toMatchObject({
      name: "EnvironmentError",
      code: "disk-full",
      message: expect.stringContaining("there is no space left on the device. Make room") as string,
    });
    expect(lstatSync(at("full")).isCharacterDevice()).toBe(true);
  });
});

describe("what cannot be written", () => {
  test("is refused beforehand, with the reason and the next step", async () => {
    mkdirSync(at("taken"));
    writeFileSync(at("file"), "");
    const refusals: readonly (readonly [string, string])[] = [
      [at("taken"), "this is a folder. Give the name of a file."],
      [at("new/"), "this is a folder. Give the name of a file."],
      ["", "this is a folder. Give the name of a file."],
      [at("none/file"), "there is no such folder, or none can be made there. Make it first"],
      [at("file/inside"), "part of the path is a file"],
      [at("x".repeat(256)), "the name is too long. Choose a shorter one."],
      [at("a\0b"), "this cannot be the name of a file"],
    ];
    for (const [path, message] of refusals) {
      await expect(outputFile(path)).rejects.toMatchObject({
        name: "InputError",
        code: "unwritable-file",
        message: expect.stringContaining(`${path} cannot be written: ${message}`) as string,
      });
    }
    expect(readdirSync(folder).toSorted()).toEqual(["file", "taken"]);
  });

  test.skipIf(isWindows)("is a read-only folder, and a read-only file where others could be made", async () => {
    mkdirSync(at("closed"), 0o755);
    writeFileSync(at("closed/file"), "old");
    chmodSync(at("closed/file"), 0o666);
    chmodSync(at("closed"), 0o555);
    mkdirSync(at("open"));
    chmodSync(at("open"), 0o777);
    writeFileSync(at("open/file"), "old");
    chmodSync(at("open/file"), 0o444);
    chmodSync(folder, 0o755);
    await asNobody(async () => {
      for (const name of ["closed/new", "closed/file", "open/file"]) {
        await expect(outputFile(at(name))).rejects.toThrow("permission is denied. Choose another place.");
      }
      await expect(outputFolder(at("closed/deep"))).rejects.toThrow("permission is denied");
      await expect(outputFolder(at("closed"))).rejects.toThrow("permission is denied");
    });
    expect([text("closed/file"), text("open/file")]).toEqual(["old", "old"]);
    chmodSync(at("closed"), 0o755);
  });

  test.skipIf(isWindows)("because the disk is full leaves the old file, and nothing else", async (context) => {
    if (!isRoot) context.skip("only the superuser can mount a small disk");
    mkdirSync(at("disk"));
    made(context, "mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", at("disk"));
    try {
      writeFileSync(at("disk/a"), "old");
      await expect(write(at("disk/a"), pieces(..."abcd".split("").map((c) => c.repeat(30_000))))).rejects.toThrow(
        "there is no space left on the device. Make room, or choose another place.",
      );
      expect(text("disk/a")).toBe("old");
      expect(readdirSync(at("disk"))).toEqual(["a"]);
    } finally {
      spawnSync("umount", [at("disk")]);
    }
  });
});

test.skipIf(!existsSync("/proc/self"))(
  "a folder in a file system that takes none is refused and not tried for ever",
  async () => {
    for (const path of ["/proc/kernelbayes/deep/a.txt", "/proc/a.txt"]) {
      await expect(outputFile(path, { makeFolder: true })).rejects.toMatchObject({ code: "unwritable-file" });
    }
    await expect(outputFolder("/proc/kernelbayes/deep")).rejects.toThrow("cannot be written");
  },
);

test("a folder is made with those above it when it is asked for", async () => {
  await (await outputFile(at("a/b/c.txt"), { makeFolder: true })).write("deep");
  expect(text("a/b/c.txt")).toBe("deep");
  await outputFolder(at("d/e"));
  expect(readdirSync(at("d/e"))).toEqual([]);
  writeFileSync(at("file"), "");
  await expect(outputFolder(at("file"))).rejects.toThrow("there is a file of this name. Choose another folder.");
  await expect(outputFile(at("file/x"), { makeFolder: true })).rejects.toThrow("there is a file of this name");
});
