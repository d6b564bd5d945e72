import { spawnSync } from "node:child_process";

/** Runs a command and gives what it printed; throws with all of it if the exit code is not the expected one. */
export function run(command, args, { cwd, env = {}, expected = 0, input } = {}) {
  const { status, error, stdout, stderr } = spawnSync(command, args, {
    cwd,
    input,
    encoding: "utf8",
    maxBuffer: 2 ** 26,
    env: { ...process.env, ...env },
  });
  if (error) throw error;
  if (status === expected) return { stdout, stderr };
  throw new Error(
    `${[command, ...args].join(" ")} in ${cwd} ended with exit code ${status}, not ${expected}.\n${stdout}${stderr}`,
  );
}
