import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

const command = fileURLToPath(new URL("../../packages/cli/dist/kernelbayes.js", import.meta.url));

/** The built studio, served by the built command. */
export async function serveStudio(): Promise<{ readonly address: string; stop(): void }> {
  const child = spawn(process.execPath, [command, "studio", "--no-open", "--quiet", "--port", "0"], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [printed] = (await once(child.stdout, "data")) as [Buffer];
  return { address: printed.toString().trim(), stop: () => void child.kill() };
}
