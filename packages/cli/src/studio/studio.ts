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
  readonly port: string;
  readonly open: boolean;
  readonly quiet?: true | undefined;
}

/** Serves the page of the studio until it is stopped, and opens a browser with it. */
export async function studio({ host, port, open, quiet }: StudioWords): Promise<void> {
  const wanted = wholeNumber("port", port, 0);
  const folder = studioFolder();
  const stop = stopSignals();
  try {
    const server = createServer((request, response) => void answerFile(folder, request, response));
    const address = await listening(server, host, wanted);
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

/** The address of a server as soon as it listens. */
function listening(server: Server, host: string, port: number): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once("error", (error) =>
      reject(new InputError("invalid-option", `Nothing can be served at ${host}, port ${port}: ${error.message}.`)),
    );
    server.listen(port, host, () => {
      const found = server.address();
      const bound = typeof found === "object" && found !== null ? found.port : port;
      resolve(`http://${host.includes(":") ? `[${host}]` : host}:${bound}/`);
    });
  });
}
