import { spawn } from "node:child_process";

/** Asks the system to open an address; false where there is no display to open it on. */
export function openInBrowser(address: string): boolean {
  const { platform, env } = process;
  if (platform === "linux" && env["DISPLAY"] === undefined && env["WAYLAND_DISPLAY"] === undefined) return false;
  const [command, ...words] =
    platform === "darwin" ? ["open"] : platform === "win32" ? ["cmd", "/c", "start", ""] : ["xdg-open"];
  const child = spawn(command, [...words, address], { detached: true, stdio: "ignore" });
  // The address was printed: whoever has no such command opens it by hand.
  child.on("error", () => undefined);
  child.unref();
  return true;
}
