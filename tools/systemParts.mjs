// The parts of the system that tests need and npm does not bring: a Chromium, an OpenBLAS and a Redis. Each is looked for, else
// installed, by apt-get as root on a Debian-like system or by Playwright. What cannot be had is no error: the tests that
// need it are left out, and the summary of `npm test` says so.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./setup.mjs";

/** Makes the parts ready and says how; returns a line for each that is missing. */
export async function prepareSystemParts(say = console.log) {
  const missing = [];
  for (const part of [chromiumPart(await import("./chromium.mjs")), openBlas, redis]) {
    const found = part.find();
    if (found) {
      say(`setup: ${part.name} found (${found})`);
      continue;
    }
    const tried = [];
    let installed;
    for (const { name, run } of part.installers.filter(({ applies }) => applies())) {
      say(`setup: ${part.name} is missing, trying ${name} …`);
      const failure = run();
      installed = failure ? undefined : part.find();
      if (installed) {
        say(`setup: ${part.name} installed by ${name} (${installed})`);
        break;
      }
      tried.push(`${name}: ${failure ?? "it is still not found"}`);
    }
    if (!installed) missing.push(`${part.consequence} ${[part.advice, ...tried].join("; ")}`);
  }
  for (const line of missing) say(`setup: ${line}`);
  return missing;
}

const chromiumPart = ({ chromiumVersion, findChromium }) => ({
  name: "Chromium",
  find() {
    const path = findChromium();
    const version = path && chromiumVersion(path);
    return version && `${version}, ${path}`;
  },
  installers: [
    aptGet("chromium"),
    {
      name: "playwright install chromium",
      applies: () => !process.env.CHROMIUM_PATH,
      run: () => execute(process.execPath, [join(root, "node_modules/playwright/cli.js"), "install", "chromium"]),
    },
  ],
  consequence: "SKIPPED: the suite was not run in a browser, because there is no Chromium.",
  advice: "Install one, or set CHROMIUM_PATH",
});

const openBlas = {
  name: "OpenBLAS",
  // Elsewhere the native engine looks for itself, and its tests say what they found.
  find: () => (process.platform === "linux" ? libraryNamed("libopenblas.so.0") : "left to the engine"),
  installers: [aptGet("libopenblas0-pthread")],
  consequence: "SKIPPED: the native engine was not tested, because there is no OpenBLAS.",
  advice: "Install it (Debian: libopenblas0-pthread)",
};

const redis = {
  name: "Redis",
  find() {
    const { status, stdout } = spawnSync("redis-server", ["--version"], { encoding: "utf8" });
    return status === 0 ? /v=[^ ]+/.exec(stdout)?.[0].replace("v=", "redis-server ") : undefined;
  },
  installers: [aptGet("redis-server")],
  consequence: "SKIPPED: work on several machines was not tested, because there is no redis-server.",
  advice: "Install it (Debian: redis-server)",
};

/** The place of a shared library that the linker knows, or that lies where distributions put it. */
function libraryNamed(name) {
  const { stdout } = spawnSync("ldconfig", ["-p"], {
    encoding: "utf8",
    env: { ...process.env, PATH: `${process.env.PATH}:/sbin:/usr/sbin` },
  });
  const known = stdout
    ?.split("\n")
    .find((line) => line.trim().startsWith(name))
    ?.split("=> ")[1];
  const folders = ["/usr/lib64", "/usr/lib", "/usr/local/lib"].concat(
    ["x86_64", "aarch64"].map((machine) => `/usr/lib/${machine}-linux-gnu`),
  );
  return known ?? folders.map((folder) => join(folder, name)).find((path) => existsSync(path));
}

let listsAreFresh = false;

function aptGet(...packages) {
  return {
    name: `apt-get install ${packages.join(" ")}`,
    applies: () => process.getuid?.() === 0 && isDebianLike(),
    run() {
      if (!listsAreFresh) {
        const failure = execute("apt-get", ["update"]);
        if (failure) return failure;
        listsAreFresh = true;
      }
      return execute("apt-get", ["install", "-y", "--no-install-recommends", ...packages]);
    },
  };
}

function isDebianLike() {
  try {
    return /^ID(_LIKE)?=.*\b(debian|ubuntu)\b/m.test(readFileSync("/etc/os-release", "utf8"));
  } catch {
    return false;
  }
}

/** Runs a command in silence; returns why it failed, in a line, or undefined. */
function execute(command, args) {
  const { status, error, stderr } = spawnSync(command, args, {
    encoding: "utf8",
    timeout: 600_000,
    // Without a run level, servers that are installed are not started.
    env: { ...process.env, DEBIAN_FRONTEND: "noninteractive", RUNLEVEL: "1" },
  });
  if (error) return error.message;
  if (status === 0) return undefined;
  const said = stderr.split("\n").map((line) => line.trim());
  return said.findLast((line) => /\w/.test(line)) ?? `exit code ${status}`;
}
