import { execFileSync, spawn, spawnSync, type ChildProcess } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parseAllDocuments } from "yaml";
import { flower, irisPosterior } from "../testModels.ts";

const root = fileURLToPath(new URL("../../../../", import.meta.url));
const dockerfile = readFileSync(join(root, "docs/deploy/Dockerfile"), "utf8");
const [deployment, service] = parseAllDocuments(readFileSync(join(root, "docs/deploy/kubernetes.yaml"), "utf8")).map(
  (document) => document.toJS() as Kubernetes,
);

interface Probe {
  readonly httpGet: { readonly path: string; readonly port: string };
}
interface Kubernetes {
  readonly kind: string;
  readonly spec: {
    readonly selector: { readonly app?: string };
    readonly ports: readonly { readonly targetPort: string }[];
    readonly template: {
      readonly metadata: { readonly labels: { readonly app: string } };
      readonly spec: {
        readonly terminationGracePeriodSeconds: number;
        readonly containers: readonly {
          readonly args: readonly string[];
          readonly ports: readonly { readonly name: string; readonly containerPort: number }[];
          readonly startupProbe: Probe;
          readonly readinessProbe: Probe;
          readonly livenessProbe: Probe;
          readonly resources: { readonly limits: object };
          readonly volumeMounts: readonly { readonly name: string; readonly mountPath: string }[];
        }[];
        readonly volumes: readonly { readonly name: string }[];
      };
    };
  };
}

/** The steps of a Dockerfile, with lines that are continued joined. */
const steps = dockerfile
  .replaceAll(/\\\n/g, " ")
  .split("\n")
  .filter((line) => line.trim() !== "" && !line.startsWith("#"))
  .map((line) => /^(\w+) (.*)$/s.exec(line)!.slice(1) as [step: string, words: string]);

const of = (step: string): string[] => steps.filter(([name]) => name === step).map(([, words]) => words);

/** An empty folder that stands for the file system of the image, and one that stands for that of its build. */
let image: string;
let context: string;
let port: number;
let isInstalled = false;
let reason = "";

/** A text of the Dockerfile with its paths below the folder of the image, and the port a free one. */
const here = (text: string): string =>
  text.replaceAll(/(^|[\s"=])\/(srv|models|keys)\b/g, `$1${image}/$2`).replaceAll("8080", String(port));

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port: found } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return found;
}

beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), "kernelbayes-image-"));
  [image, context] = ["image", "context"].map((name) => join(folder, name));
  for (const one of [image, context, join(context, "packages"), join(image, "models"), join(image, "keys")])
    mkdirSync(one, { recursive: true });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  port = await freePort();
  // What the head of the Dockerfile says to do in a clone.
  for (const name of ["kernelbayes", "report", "experiment", "server", "cli"]) {
    execFileSync("npm", ["pack", "--pack-destination", join(context, "packages")], {
      cwd: join(root, "packages", name),
      stdio: "pipe",
    });
  }
  const workdir = here(of("WORKDIR")[0]);
  mkdirSync(workdir, { recursive: true });
  const [source, target] = of("COPY")[0].split(" ");
  cpSync(join(context, source), join(workdir, target), { recursive: true });
  for (const command of of("RUN")) {
    const { status, stderr } = spawnSync("sh", ["-c", here(command)], {
      cwd: workdir,
      encoding: "utf8",
      env: { ...process.env, npm_config_prefer_offline: "true" },
    });
    if (status === 0) continue;
    reason = stderr;
    if (/ENOTFOUND|ECONNREFUSED|ETIMEDOUT|EAI_AGAIN|network/.test(stderr)) return;
    throw new Error(`RUN ${command} ended with ${status}: ${stderr}`);
  }
  isInstalled = true;
  writeFileSync(join(image, "models/iris.json"), JSON.stringify(irisPosterior.toDocument()));
}, 600_000);

/** Starts a command in the working folder of the image, and waits until the health check of the Dockerfile is content. */
async function started(words: readonly string[]): Promise<ChildProcess> {
  const [program, ...rest] = words.map(here);
  const child = spawn(program, rest, { cwd: here(of("WORKDIR")[0]), stdio: ["ignore", "pipe", "pipe"] });
  let said = "";
  for (const output of [child.stdout, child.stderr]) output.on("data", (chunk: Buffer) => (said += chunk.toString()));
  for (let look = 0; look < 100; look++) {
    if (child.exitCode !== null) throw new Error(`It ended with ${child.exitCode}: ${said}`);
    if (healthy()) return child;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  child.kill("SIGKILL");
  throw new Error(`It is not healthy: ${said}`);
}

function healthy(): boolean {
  const [check] = of("HEALTHCHECK");
  const words = JSON.parse(check.slice(check.indexOf("CMD ") + 4)) as string[];
  return spawnSync(words[0], words.slice(1).map(here)).status === 0;
}

async function ended(child: ChildProcess): Promise<number | null> {
  const exit = new Promise<number | null>((resolve) => child.once("exit", resolve));
  child.kill("SIGTERM");
  return exit;
}

const command = (step: string): string[] => JSON.parse(of(step)[0]) as string[];

describe("the example of a container", () => {
  test("has an image with a version of Node that we run on, and an ordinary user", () => {
    expect(of("FROM")).toEqual([expect.stringMatching(/^node:2[0-9]-/)]);
    expect(of("USER")).toEqual(["node"]);
    expect(of("EXPOSE")).toEqual(["8080"]);
  });

  test("installs, starts, serves with keys, and stops well", async ({ skip }) => {
    skip(!isInstalled, `THE STEPS WERE NOT RUN: npm does not reach its registry. ${reason}`);
    const made = spawnSync("node", [command("ENTRYPOINT")[1], "key", "test", "--keys", join(image, "keys/keys.json")], {
      cwd: here(of("WORKDIR")[0]),
      encoding: "utf8",
    });
    expect(made.stderr).toContain("The key of test");
    const child = await started([...command("ENTRYPOINT"), ...command("CMD")]);
    const url = `http://127.0.0.1:${port}/models/iris/predict`;
    const body = JSON.stringify([flower(0)]);
    const headers = { "content-type": "application/json" };
    expect((await fetch(url, { method: "POST", headers, body })).status).toBe(401);
    const answer = await fetch(url, {
      method: "POST",
      headers: { ...headers, authorization: `Bearer ${made.stdout.trim()}` },
      body,
    });
    expect(await answer.json()).toMatchObject({ predictions: [{ label: "setosa" }] });
    expect(await ended(child)).toBe(0);
    expect(healthy()).toBe(false);
  }, 120_000);

  test("has a command that names the package which is missing, where only the command was installed", ({ skip }) => {
    skip(!isInstalled, "THE STEPS WERE NOT RUN: npm does not reach its registry.");
    const workdir = here(of("WORKDIR")[0]);
    rmSync(join(workdir, "node_modules/@kernelbayes/server"), { recursive: true });
    const { status, stderr } = spawnSync(
      "node",
      [...command("ENTRYPOINT").slice(1), "--models", join(image, "models")],
      { cwd: workdir, encoding: "utf8" },
    );
    expect(status).toBe(4);
    expect(stderr).toContain("npm install @kernelbayes/server");
    cpSync(join(workdir, "packages"), join(workdir, "again"), { recursive: true });
    const again = spawnSync(
      "sh",
      ["-c", "npm install --omit=dev --no-audit --no-fund --prefer-offline ./packages/*.tgz"],
      { cwd: workdir },
    );
    expect(again.status).toBe(0);
  }, 120_000);
});

describe("the example for Kubernetes", () => {
  const { containers, volumes, terminationGracePeriodSeconds } = deployment.spec.template.spec;
  const [container] = containers;

  test("fits together: labels, ports, volumes, limits", () => {
    expect([deployment.kind, service.kind]).toEqual(["Deployment", "Service"]);
    expect(service.spec.selector.app).toBe(deployment.spec.template.metadata.labels.app);
    expect(service.spec.ports[0].targetPort).toBe(container.ports[0].name);
    expect(container.volumeMounts.map(({ name }) => name)).toEqual(volumes.map(({ name }) => name));
    expect(container.resources.limits).toEqual({ cpu: expect.any(String), memory: expect.any(String) });
    const seconds = (option: string): number =>
      Number(new RegExp(`--${option}=(\\d+)s`).exec(container.args.join(" "))![1]);
    expect(terminationGracePeriodSeconds).toBeGreaterThan(seconds("drain-delay") + seconds("drain-limit"));
  });

  test("has arguments that the image starts with, and probes that it answers", async ({ skip }) => {
    skip(!isInstalled, "THE STEPS WERE NOT RUN: npm does not reach its registry.");
    writeFileSync(join(image, "keys/keys.json"), '{"keys":[]}');
    const child = await started([
      ...command("ENTRYPOINT"),
      ...container.args.map((word) => word.replace("--drain-delay=5s", "--drain-delay=0.2s")),
    ]);
    expect(container.args).toContain("--drain-delay=5s");
    for (const { httpGet } of [container.startupProbe, container.readinessProbe, container.livenessProbe]) {
      expect(httpGet.port).toBe(container.ports[0].name);
      expect((await fetch(`http://127.0.0.1:${port}${httpGet.path}`)).status).toBe(200);
    }
    expect(await ended(child)).toBe(0);
  }, 120_000);
});
