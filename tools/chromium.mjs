// Where a Chromium is on this machine, and how it is started for tests.
import { spawnSync } from "node:child_process";
import { accessSync, constants, existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { chromium } from "playwright";

const names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
const places = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  ...["PROGRAMFILES", "PROGRAMFILES(X86)", "LOCALAPPDATA"].flatMap((name) =>
    process.env[name] ? [join(process.env[name], "Google/Chrome/Application/chrome.exe")] : [],
  ),
];

/** The program that CHROMIUM_PATH names, else one of the system, else the one that Playwright has installed. */
export function findChromium() {
  const named = process.env.CHROMIUM_PATH;
  if (named) {
    if (isProgram(named)) return named;
    throw new Error(`CHROMIUM_PATH is ${named}, which cannot be run.`);
  }
  const folders = (process.env.PATH ?? "").split(delimiter).filter(Boolean);
  const inPath = names.flatMap((name) => folders.map((folder) => join(folder, name)));
  return [...inPath, ...places, chromium.executablePath()].find(isProgram);
}

/** Options to start it with: quiet, without a graphics card, and as root without the sandbox, which root cannot have. */
export function launchOptions(executablePath) {
  const args = [
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
  ];
  const options = { args: process.getuid?.() === 0 ? ["--no-sandbox", ...args] : args };
  return executablePath ? { ...options, executablePath } : options;
}

/** The version that it says it is, or undefined where it does not start. */
export function chromiumVersion(executablePath) {
  // On Windows the program opens a window instead of answering.
  if (process.platform === "win32") return existsSync(executablePath) ? "Chromium" : undefined;
  const { status, stdout } = spawnSync(executablePath, ["--version"], { encoding: "utf8", timeout: 30_000 });
  return status === 0 ? stdout.trim() : undefined;
}

function isProgram(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
