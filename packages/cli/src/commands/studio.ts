import type { Command } from "@commander-js/extra-typings";
import { quietOption } from "../options.ts";

const studioExamples = `
The page computes everything itself: this command hands out its files and learns nothing of your tables. Ctrl-C stops.

The browser keeps work by address: with the same port, work in progress is there again the next time.

The package @kernelbayes/studio also holds the page as one file, dist/studio.html, which opens without any server.

Examples:
  kernelbayes studio
  kernelbayes studio --port 9000 --no-open`;

/** Adds the command that opens the studio. */
export function addStudio(program: Command): void {
  program
    .command("studio")
    .description("open the studio in a browser: drop a table, get a classifier")
    .option("--host <address>", "address to listen at", "127.0.0.1")
    .option("--port <number>", "port to listen at; 0 is any free one (default: 7117, or a free one if that is taken)")
    .option("--no-open", "open no browser, print the address only")
    .addOption(quietOption())
    .addHelpText("after", studioExamples)
    .action(async (words) => (await import("../studio/studio.ts")).studio(words));
}
