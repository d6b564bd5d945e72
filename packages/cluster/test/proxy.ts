import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";

/** A way to a port of this machine that can be cut. */
export interface Proxy {
  readonly port: number;
  /** Nothing is forwarded any more, and nobody is told: as if a cable had been pulled. */
  cut(): void;
  /** Forwards again, also what came meanwhile. */
  mend(): void;
  stop(): Promise<void>;
}

/** A proxy of TCP connections to a port. */
export async function proxyTo(port: number): Promise<Proxy> {
  const sockets = new Set<Socket>();
  const waiting: (() => void)[] = [];
  let isCut = false;
  const forward = (from: Socket, to: Socket): void => {
    from.on("data", (data) => to.write(data));
    // An end travels over the network, too.
    from.on("close", () => afterCut(() => to.destroy()));
    from.on("error", () => {});
    sockets.add(from);
    from.once("close", () => sockets.delete(from));
    if (isCut) from.pause();
  };
  const afterCut = (act: () => void): void => {
    if (isCut) waiting.push(act);
    else act();
  };
  const server = createServer((client) => {
    client.on("error", () => {});
    client.pause();
    sockets.add(client);
    afterCut(() => {
      const upstream = connect(port, "127.0.0.1");
      forward(client, upstream);
      forward(upstream, client);
      client.resume();
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    port: (server.address() as { port: number }).port,
    cut() {
      isCut = true;
      for (const socket of sockets) socket.pause();
    },
    mend() {
      isCut = false;
      for (const act of waiting.splice(0)) act();
      for (const socket of sockets) socket.resume();
    },
    async stop() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}
