import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { extname } from "node:path";

const page = new URL("../../../../examples/page/", import.meta.url);
const dist = new URL("../../dist/", import.meta.url);
const types: Readonly<Record<string, string>> = { ".html": "text/html", ".js": "text/javascript" };

/**
 * Serves the page of the examples with the built package beside it, as any static server would: by files, without a
 * header but the type. Resolves with the address and a function that ends it.
 */
export async function servePages(): Promise<{ readonly address: string; close(): Promise<void> }> {
  if (!existsSync(new URL("standalone.js", dist))) {
    throw new Error("The package is not built: dist/standalone.js is missing. Run `npm run setup` first.");
  }
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? "/", "http://localhost").pathname;
    const [folder, name] = path.startsWith("/kernelbayes/")
      ? [dist, path.slice("/kernelbayes/".length)]
      : [page, path.slice(1) || "index.html"];
    readFile(new URL(name, folder)).then(
      (body) => response.writeHead(200, { "content-type": types[extname(name)] ?? "text/plain" }).end(body),
      () => response.writeHead(404).end(),
    );
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
