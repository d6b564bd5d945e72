import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** The server to test with. Valkey is tested by KERNELBAYES_TEST_REDIS=valkey-server. */
const program = process.env.KERNELBAYES_TEST_REDIS ?? "redis-server";

/** Whether there is a server to test with; `npm test` says so at its end if there is none. */
export const hasRedis: boolean = spawnSync(program, ["--version"]).status === 0;

/** The name and version of the server, such as "Redis server v=7.0.15". */
export const redisVersion = (): string =>
  spawnSync(program, ["--version"], { encoding: "utf8" }).stdout.split(" ").slice(0, 3).join(" ");

export interface RedisServer {
  readonly port: number;
  readonly url: string;
  /** Ends the server by force and begins it again, with the data that it had or without. */
  restart(options: { readonly keepData: boolean; readonly pause?: number }): Promise<void>;
  stop(): Promise<void>;
}

/** A server of its own on a free port of this machine. */
export async function redisServer({
  password,
  more = [],
}: { readonly password?: string; readonly more?: readonly string[] } = {}): Promise<RedisServer> {
  const folder = mkdtempSync(join(tmpdir(), "redis-"));
  const port = await freePort();
  let child = await begin();
  // Where a run is interrupted.
  const atExit = (): void => {
    child.kill("SIGKILL");
    rmSync(folder, { recursive: true, force: true });
  };
  process.once("exit", atExit);

  function begin(): Promise<ChildProcess> {
    const words = ["--port", String(port), "--bind", "127.0.0.1", "--save", "", "--dir", folder];
    const safe = ["--appendonly", "yes", "--appendfsync", "always"];
    const secret = password === undefined ? [] : ["--requirepass", password];
    return begun(spawn(program, [...words, ...safe, ...secret, ...more], { stdio: "ignore" }), port);
  }
  const end = async (): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill("SIGKILL");
    await once(child, "exit");
  };
  return {
    port,
    url: `redis://${password === undefined ? "" : `:${encodeURIComponent(password)}@`}127.0.0.1:${port}`,
    async restart({ keepData, pause = 0 }) {
      await end();
      if (!keepData) rmSync(join(folder, "appendonlydir"), { recursive: true, force: true });
      await new Promise((resolve) => setTimeout(resolve, pause));
      child = await begin();
    },
    async stop() {
      process.off("exit", atExit);
      await end();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A port of this machine that nobody uses now. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, "close");
  return port;
}

async function begun(child: ChildProcess, port: number): Promise<ChildProcess> {
  for (let attempt = 0; attempt < 200; attempt++) {
    if (child.exitCode !== null) break;
    if (await answers(port)) return child;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  child.kill("SIGKILL");
  throw new Error(`${program} did not begin on port ${port}.`);
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    const end = (isThere: boolean): void => {
      socket.destroy();
      resolve(isThere);
    };
    socket.once("error", () => end(false));
    // Any answer will do, also that a password is needed or the data are being loaded.
    socket.once("data", (data) => end(!data.toString().startsWith("-LOADING")));
    socket.once("connect", () => socket.write("PING\r\n"));
  });
}
