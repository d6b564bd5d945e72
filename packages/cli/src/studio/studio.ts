import { createServer, type Server } from "node:http";
import { InputError } from "kernelbayes";
import { wholeNumber } from "../options.ts";
import { print, remark } from "../output/standardOutput.ts";
import { stopSignals } from "../serve/stopSignals.ts";
import { openInBrowser } from "./openInBrowser.ts";
import { answerFile } from "./answerFile.ts";
import { studioFolder } from "./studioFolder.ts";

interface StudioWords {
  readonly host: string;
  readonly port?: string | undefined;
  readonly open: boolean;
  readonly quiet?: true | undefined;
}

/** Serves the page of the studio until it is stopped, and opens a browser with it. */
export async function studio({ host, port, open, quiet }: StudioWords): Promise<void> {
  const wanted = port === undefined ? undefined : wholeNumber("port", port, 0);
  const folder = studioFolder();
  const stop = stopSignals();
  try {
    const server = createServer((request, response) => void answerFile(folder, request, response));
    const address = await listeningSomewhere(server, host, wanted, quiet);
    stop.isAwaited = true;
    print(address);
    if (!quiet) remark("The studio is at this address. Ctrl-C stops.");
    if (open && !openInBrowser(address) && !quiet)
      remark("No browser could be started here: open the address yourself.");
    await stop.asked;
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
  } finally {
    stop.forget();
  }
}

/** The browser keeps work by address, so that the port is the same each time, where it is free. */
const usualPort = 7117;

async function listeningSomewhere(
  server: Server,
  host: string,
  wanted: number | undefined,
  quiet: true | undefined,
): Promise<string> {
  const port = wanted ?? usualPort;
  try {
    return await listening(server, host, port);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (wanted !== undefined || code !== "EADDRINUSE") {
      throw new InputError("invalid-option", `Nothing can be served at ${host}, port ${port}: ${message}.`);
    }
    if (!quiet) remark(`Port ${port} is taken, so that work kept under it is not shown at this address.`);
    return listening(server, host, 0);
  }
}

/** The address of a server as soon as it listens. */
function listening(server: Server, host: string, port: number): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => {
      const found = server.address();
      const bound = typeof found === "object" && found !== null ? found.port : port;
      resolve(`http://${host.includes(":") ? `[${host}]` : host}:${bound}/`);
    });
  });
}
