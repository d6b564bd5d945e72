import { expect, test } from "vitest";
import { candidates } from "../../../src/node/native/candidates.ts";
import { installCommand } from "../../../src/node/native/installCommand.ts";

test.each([
  ['ID=debian\nVERSION_ID="12"\n', "sudo apt-get install libopenblas0-pthread"],
  ["NAME=Mint\nID=linuxmint\nID_LIKE=ubuntu\n", "sudo apt-get install libopenblas0-pthread"],
  ['ID="rocky"\nID_LIKE="rhel centos fedora"\n', "sudo dnf install openblas-threads"],
  ['ID="opensuse-leap"\nID_LIKE="suse opensuse"\n', "sudo zypper install libopenblas_pthreads0"],
  ["ID=arch\n", "sudo pacman -S openblas"],
  ["ID=alpine\n", "sudo apk add openblas"],
  ["ID=plan9\n", undefined],
  ["", undefined],
])("a Linux that says %j of itself installs OpenBLAS with %j", (release, command) => {
  expect(installCommand("linux", release)).toBe(command);
});

test("macOS has Homebrew, and Windows has no usual command", () => {
  expect(installCommand("darwin")).toBe("brew install openblas");
  expect(installCommand("win32")).toBeUndefined();
});

test("libraries are looked for by the names of the platform, and those with 64-bit names by none", () => {
  expect(candidates("linux")[0]).toBe("libopenblas.so.0");
  expect(candidates("win32")).toEqual(["libopenblas.dll", "openblas.dll"]);
  expect(candidates("darwin").at(-1)).toContain("Accelerate");
  for (const platform of ["linux", "darwin", "win32"] as const) {
    for (const name of candidates(platform)) expect(name).not.toContain("64");
  }
});
