import { EnvironmentError } from "kernelbayes";
import type { BlobStore } from "./blobStore.ts";

/** Milliseconds without an answer after which the coordinator counts as gone. */
const patience = 60_000;

/** Large data that the coordinator serves. The token, which it left in Redis, shows that a caller may use that. */
export function httpStore(
  { host, port }: { readonly host: string; readonly port: number },
  readToken: () => Promise<string | null>,
): BlobStore {
  const call = async (method: "GET" | "PUT" | "HEAD" | "DELETE", key: string, body?: Uint8Array): Promise<Response> => {
    const token = (await readToken()) ?? "";
    try {
      return await fetch(`http://${host}:${port}/${key}`, {
        method,
        headers: { authorization: `Bearer ${token}` },
        signal: AbortSignal.timeout(patience),
        ...(body && { body: body as Uint8Array<ArrayBuffer> }),
      });
    } catch (error) {
      throw unusable(
        host,
        port,
        (error as Error).cause instanceof Error ? ((error as Error).cause as Error).message : String(error),
      );
    }
  };
  const expect = (response: Response): Response => {
    if (response.ok) return response;
    throw unusable(host, port, `it answered ${response.status}`);
  };
  const isThere = async (key: string): Promise<boolean> => {
    const response = await call("HEAD", key);
    return response.status !== 404 && expect(response).ok;
  };
  return {
    async put(key, pieces) {
      if (!(await isThere(key))) expect(await call("PUT", key, Buffer.concat(pieces)));
    },
    async get(key) {
      const response = await call("GET", key);
      return response.status === 404 ? undefined : new Uint8Array(await expect(response).arrayBuffer());
    },
    async touch(keys) {
      const there = await Promise.all(keys.map(isThere));
      return keys.filter((_, at) => !there[at]);
    },
    async remove(key) {
      expect(await call("DELETE", key));
    },
  };
}

function unusable(host: string, port: number, reason: string): EnvironmentError {
  return new EnvironmentError(
    "cluster-unreachable",
    `The large data of the cluster at http://${host}:${port} cannot be used: ${reason}.`,
    "They are served by the program that shares the work out: check that it runs, and that this machine reaches it under that address.",
  );
}
