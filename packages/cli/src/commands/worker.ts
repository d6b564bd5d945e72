import type { Command } from "@commander-js/extra-typings";
import { clusterOption, quietOption } from "../options.ts";

const examples = `
A worker takes jobs from the commands that are given the same address, on this machine or another. It needs the same version
of kernelbayes as they have, and the package @kernelbayes/cluster. Ctrl-C lets it end what is under way.

Examples:
  kernelbayes worker --cluster redis://127.0.0.1:6379
  kernelbayes worker --cluster "rediss://user:password@redis.example:6380?prefix=spectra" --slots 4
  KERNELBAYES_CLUSTER=redis://10.0.0.5 kernelbayes worker`;

/** Adds the command that works for a cluster. */
export function addWorker(program: Command): void {
  program
    .command("worker")
    .description("do the work of commands that are given --cluster, until stopped")
    .addOption(clusterOption())
    .option("--slots <number>", "jobs at the same time, each in a process of its own (default: one per processor)")
    .option("--name <machine>", "the name of this machine (default: that of the host)")
    .option("--cache <folder>", "where large data are kept, so that they are sent once (default: ~/.cache/kernelbayes)")
    .option("--cache-limit <gigabytes>", "room for them; what was used longest ago goes", "10")
    .addOption(quietOption())
    .addHelpText("after", examples)
    .action(async (words) => (await import("../cluster/runWorker.ts")).runWorker(words));
}
