import { readFileSync } from "node:fs";

/**
 * Whether the process of this number, which began at `started`, is still running on this machine. Numbers are used again: another process that
 * has got this one began at another time.
 */
export function isRunning(number: number, started: string): boolean {
  return exists(number) && startOfProcess(number) === started;
}

/** When a process began: on Linux the boot of the machine and the tick, elsewhere an empty text. */
export function startOfProcess(number: number): string {
  try {
    const boot = readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
    const stat = readFileSync(`/proc/${number}/stat`, "utf8");
    // The name of the program, in brackets, may hold anything; the start is the twentieth field after it.
    return `${boot} ${stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19]}`;
  } catch {
    return "";
  }
}

function exists(number: number): boolean {
  try {
    process.kill(number, 0);
    return true;
  } catch (error) {
    // A process of another user.
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
