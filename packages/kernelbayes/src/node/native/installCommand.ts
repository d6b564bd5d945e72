import { readFileSync } from "node:fs";

/** The command that installs OpenBLAS on this system; undefined where there is no usual one. */
export function installCommand(
  platform: NodeJS.Platform = process.platform,
  release: string = platform === "linux" ? osRelease() : "",
): string | undefined {
  if (platform === "darwin") return "brew install openblas";
  if (platform !== "linux") return undefined;
  return commands.find(([family]) => families(release).includes(family))?.[1];
}

/** By family of Linux distributions, as /etc/os-release names them. */
const commands: readonly (readonly [family: string, command: string])[] = [
  ["debian", "sudo apt-get install libopenblas0-pthread"],
  ["ubuntu", "sudo apt-get install libopenblas0-pthread"],
  ["fedora", "sudo dnf install openblas-threads"],
  ["rhel", "sudo dnf install openblas-threads"],
  ["suse", "sudo zypper install libopenblas_pthreads0"],
  ["arch", "sudo pacman -S openblas"],
  ["alpine", "sudo apk add openblas"],
];

/** The values of ID and ID_LIKE. */
function families(release: string): string[] {
  return [...release.matchAll(/^ID(?:_LIKE)?="?([^"\n]*)"?$/gm)].flatMap(([, value]) => value.split(" "));
}

function osRelease(): string {
  try {
    return readFileSync("/etc/os-release", "utf8");
  } catch {
    return "";
  }
}
