import type { Command } from "@commander-js/extra-typings";
import { clusterOption, jsonOption } from "../options.ts";

const examples = `
Examples:
  kernelbayes cluster status --cluster redis://127.0.0.1:6379
  kernelbayes cluster drain                                     with the address in KERNELBAYES_CLUSTER
  kernelbayes cluster clean --cluster redis://127.0.0.1:6379`;

/** Adds the commands about a cluster. */
export function addCluster(program: Command): void {
  const command = program
    .command("cluster")
    .description("see who works for a cluster, let the workers leave, remove what is left over")
    .addHelpText("after", examples);
  command
    .command("status")
    .description("show workers, jobs that wait or were set aside, and large data")
    .addOption(clusterOption())
    .addOption(jsonOption())
    .action(async (words) => (await import("../cluster/clusterCommands.ts")).showStatus(words));
  command
    .command("drain")
    .description("let all workers end what is under way and leave")
    .addOption(clusterOption())
    .addOption(jsonOption())
    .action(async (words) => (await import("../cluster/clusterCommands.ts")).drain(words));
  command
    .command("clean")
    .description("remove jobs, results and large data of programs that are gone")
    .addOption(clusterOption())
    .option("--force", "even while a program shares work out, which then sends again what it needs")
    .addOption(jsonOption())
    .action(async (words) => (await import("../cluster/clusterCommands.ts")).clean(words));
}
