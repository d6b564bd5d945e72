import { readFile } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { extname, join, normalize, sep } from "node:path";

const types: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".svg": "image/svg+xml",
  ".woff2": "font/woff2",
  ".webmanifest": "application/manifest+json; charset=utf-8",
};

const headers: Readonly<Record<string, string>> = {
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "cache-control": "no-cache",
  "cross-origin-opener-policy": "same-origin",
};

/** The page has a policy of its own. All else may ask for files of the page and for nothing else: a service worker takes its policy from here. */
const filePolicy = "default-src 'none'; script-src 'self'; connect-src 'self'";

/** Answers with a file of a folder, and with nothing outside of it. */
export async function answerFile(folder: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const path = pathOf(request.url ?? "/");
  const file = path === undefined ? undefined : join(folder, path);
  const type = file && types[extname(file)];
  if (!file?.startsWith(folder + sep) || type === undefined || !["GET", "HEAD"].includes(request.method ?? "")) {
    response.writeHead(404, headers).end();
    return;
  }
  try {
    const content = await readFile(file);
    response.writeHead(200, {
      ...headers,
      ...(extname(file) !== ".html" && { "content-security-policy": filePolicy }),
      "content-type": type,
      "content-length": content.length,
    });
    response.end(request.method === "HEAD" ? undefined : content);
  } catch {
    response.writeHead(404, headers).end();
  }
}

/** The path within the folder; undefined where the address cannot be read. */
function pathOf(url: string): string | undefined {
  try {
    const path = normalize(decodeURIComponent(new URL(url, "http://localhost").pathname));
    return path.endsWith(sep) || path === "." ? join(path, "index.html") : path;
  } catch {
    return undefined;
  }
}
