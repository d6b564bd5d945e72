import { createHash, timingSafeEqual } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { EnvironmentError } from "kernelbayes";
import type { BlobStore } from "./blobStore.ts";

/** Large data in the memory of the coordinator, which serves them to workers. */
export interface BlobServer {
  readonly store: BlobStore;
  close(): Promise<void>;
}

/** Begins to serve on a port of this machine. Only who has the token is answered. */
export async function blobServer(port: number, token: string, limit: number): Promise<BlobServer> {
  const kept = new Map<string, Uint8Array>();
  const server = createServer((request, response) => {
    answer(kept, request, response, token, limit).catch(() => response.destroy());
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error) =>
      reject(
        new EnvironmentError(
          "cluster-unreachable",
          `Large data cannot be served on port ${port}: ${error.message}.`,
          "Choose another port in ?blobs=http://host:port.",
        ),
      ),
    );
    server.listen(port, () => resolve());
  });
  return {
    store: {
      async put(key, pieces) {
        if (!kept.has(key)) kept.set(key, Buffer.concat(pieces));
      },
      get: async (key) => kept.get(key),
      touch: async (keys) => keys.filter((key) => !kept.has(key)),
      async remove(key) {
        kept.delete(key);
      },
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function answer(
  kept: Map<string, Uint8Array>,
  request: IncomingMessage,
  response: ServerResponse,
  token: string,
  limit: number,
): Promise<void> {
  const end = (status: number, body?: Uint8Array): void => void response.writeHead(status).end(body);
  if (!isEqual(request.headers.authorization ?? "", `Bearer ${token}`)) return end(401);
  const key = /^\/([0-9a-f]{64})$/.exec(request.url ?? "")?.[1];
  if (key === undefined) return end(404);
  const bytes = kept.get(key);
  switch (request.method) {
    case "HEAD":
      return end(bytes ? 200 : 404);
    case "GET":
      return bytes ? end(200, bytes) : end(404);
    case "DELETE":
      kept.delete(key);
      return end(204);
    case "PUT": {
      const body = await bodyOf(request, limit);
      if (!body) return end(413);
      if (createHash("sha256").update(body).digest("hex") !== key) return end(400);
      kept.set(key, body);
      return end(201);
    }
    default:
      return end(405);
  }
}

async function bodyOf(request: IncomingMessage, limit: number): Promise<Uint8Array | undefined> {
  const pieces: Buffer[] = [];
  let length = 0;
  for await (const piece of request as AsyncIterable<Buffer>) {
    length += piece.length;
    if (length > limit) return undefined;
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}

/** In a time that does not depend on how much is equal. */
function isEqual(one: string, other: string): boolean {
  const digest = (text: string): Buffer => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(one), digest(other));
}
