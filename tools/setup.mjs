// Sets up whatever is missing (dependencies, WebAssembly modules, built packages, the command) and says what it did.
// Plain JavaScript without dependencies: it runs in a fresh clone with nothing but Node and npm.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

export const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const stamps = join(root, ".setup");
// In the order of their dependencies on each other.
const packages = ["kernelbayes", "report", "experiment", "cluster", "server", "cli"];
const manifests = [
  "package.json",
  ...[...packages, "studio"].map((name) => `packages/${name}/package.json`),
  "papers/package.json",
];
const wasmInputs = ["package-lock.json", "tools/buildWasm.mjs", "tools/textBytes.mjs", "packages/kernelbayes/assembly"];

const steps = [
  {
    name: "dependencies",
    announce: "installing dependencies with npm ci, which takes up to a minute",
    inputs: ["package-lock.json", ...manifests],
    output: "node_modules/.package-lock.json",
    run() {
      npm(["ci", "--no-audit", "--no-fund", "--loglevel=error"]);
      return "installed";
    },
  },
  {
    name: "WebAssembly modules",
    inputs: wasmInputs,
    output: "packages/kernelbayes/src/engine/wasm/bytes.generated.ts",
    async run() {
      const { buildWasm } = await import("./buildWasm.mjs");
      return buildWasm();
    },
  },
  ...packages.map((name, index) => ({
    name: `package ${name}`,
    inputs: [
      ...wasmInputs,
      "tsconfig.base.json",
      ...packages
        .slice(0, index + 1)
        .flatMap((used) =>
          ["src", "package.json", "tsconfig.json", "tsdown.config.ts"].map((file) => `packages/${used}/${file}`),
        ),
    ],
    output: `packages/${name}/dist`,
    run() {
      rmSync(join(root, `packages/${name}/dist`), { recursive: true, force: true });
      execute(
        process.execPath,
        [join(root, "node_modules/tsdown/dist/run.mjs"), "--logLevel", "error"],
        join(root, "packages", name),
      );
      return "built";
    },
  })),
  {
    name: "studio",
    inputs: [
      ...wasmInputs,
      "tsconfig.base.json",
      ...["kernelbayes", "report"].flatMap((name) => [`packages/${name}/src`, `packages/${name}/package.json`]),
      ...["src", "build", "index.html", "package.json", "vite.config.ts"].map((file) => `packages/studio/${file}`),
    ],
    output: "packages/studio/dist/studio.html",
    run() {
      execute(
        process.execPath,
        [join(root, "node_modules/vite/bin/vite.js"), "build", "--logLevel", "error"],
        join(root, "packages/studio"),
      );
      return "built";
    },
  },
  {
    name: "command kernelbayes",
    inputs: ["package-lock.json", "packages/cli/package.json"],
    output: "node_modules/.bin/kernelbayes",
    run() {
      // npm links no command whose file is not there yet, and it is built after the installation.
      npm(["rebuild", "--ignore-scripts", "--loglevel=error", "@kernelbayes/cli"]);
      return "linked, so that npx finds it";
    },
  },
];

/**
 * Runs the steps whose inputs changed since they last succeeded. Quietly: without a word about steps that are up to date,
 * and the rest on standard error, so that a command may go on to print JSON.
 */
export async function setup({ quiet = false } = {}) {
  const say = quiet ? console.error : console.log;
  const [major, minor] = process.versions.node.split(".").map(Number);
  if (major < 20 || (major === 20 && minor < 19)) {
    throw new Error(`kernelbayes needs Node 20.19 or newer; this is ${process.versions.node}.`);
  }
  mkdirSync(stamps, { recursive: true });
  const isDone = ({ output, inputs, ...step }) =>
    existsSync(join(root, output)) && existsSync(stampOf(step)) && readFileSync(stampOf(step), "utf8") === hash(inputs);
  if (steps.every(isDone)) {
    if (!quiet) for (const { name } of steps) say(`setup: ${name} up to date`);
    return;
  }
  await alone(say, async () => {
    for (const step of steps) {
      if (isDone(step)) {
        if (!quiet) say(`setup: ${step.name} up to date`);
        continue;
      }
      const fingerprint = hash(step.inputs);
      const start = performance.now();
      if (step.announce) say(`setup: ${step.announce} …`);
      // The inputs may lie in generated files of an earlier step, hence no stamp before the step has succeeded.
      rmSync(stampOf(step), { force: true });
      const outcome = await step.run();
      writeFileSync(stampOf(step), fingerprint);
      say(`setup: ${step.name} ${outcome} (${((performance.now() - start) / 1000).toFixed(1)} s)`);
    }
  });
}

function stampOf({ name }) {
  return join(stamps, name.replaceAll(" ", "-"));
}

/**
 * Does work while no other set-up of this folder does: two at a time would remove what the other has built. A lock whose process has
 * ended is taken over.
 */
async function alone(say, work) {
  const lock = join(stamps, "lock");
  for (let turn = 0; !takeLock(lock); turn++) {
    if (turn === 0)
      say(
        `setup: waiting for the set-up of process ${readIfThere(lock)} to end (its lock is ${relative(root, lock)}) …`,
      );
    await new Promise((done) => setTimeout(done, 500));
  }
  try {
    await work();
  } finally {
    rmSync(lock, { force: true });
  }
}

function takeLock(lock) {
  try {
    writeFileSync(lock, String(process.pid), { flag: "wx" });
    return true;
  } catch (error) {
    if (error.code !== "EEXIST") throw error;
  }
  if (isRunning(Number(readIfThere(lock)))) return false;
  rmSync(lock, { force: true });
  return takeLock(lock);
}

/** The text of a file that may be gone by now; "" then. */
function readIfThere(path) {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}

function isRunning(pid) {
  // Between its making and its writing a lock is empty.
  if (!(pid > 0)) return true;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === "EPERM";
  }
}

/** Runs a command; what it prints is shown only if it fails, which is thrown. */
function execute(command, args, cwd = root) {
  const { status, error, stdout, stderr } = spawnSync(command, args, { cwd, encoding: "utf8" });
  if (error) throw error;
  if (status === 0) return;
  process.stderr.write(stdout + stderr);
  throw new Error(`${[command, ...args].join(" ")} ended with exit code ${status}.`);
}

function npm(args) {
  const path = process.env.npm_execpath;
  if (path) execute(process.execPath, [path, ...args]);
  else execute("npm", args);
}

function hash(inputs) {
  const digest = createHash("sha256").update(process.versions.node);
  for (const file of inputs.flatMap((input) => [...filesUnder(join(root, input))])) {
    digest.update(relative(root, file)).update(readFileSync(file));
  }
  return digest.digest("hex");
}

function* filesUnder(path) {
  if (!existsSync(path)) return;
  if (statSync(path).isFile()) {
    if (!path.endsWith("bytes.generated.ts")) yield path;
    return;
  }
  for (const entry of readdirSync(path).toSorted()) yield* filesUnder(join(path, entry));
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  await setup({ quiet: process.argv.includes("--quiet") }).catch((error) => {
    console.error(`setup failed: ${error.message}`);
    process.exitCode = 1;
  });
}
