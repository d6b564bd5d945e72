import { expect, test, vi } from "vitest";
import { interruptible } from "../../src/progress/interruption.ts";

const names = ["SIGHUP", "SIGINT", "SIGTERM"] as const;

/** Work that ends when it is stopped, and not before. */
const untilStopped = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason as Error)));

test("a signal on the way from stopped work to the end of the process ends it with the same exit code", async () => {
  const before = names.map((name) => process.listeners(name));
  const exit = vi.spyOn(process, "exit").mockImplementation(() => undefined as never);
  try {
    const work = interruptible(untilStopped, () => "Nothing was written.");
    process.emit("SIGHUP", "SIGHUP");
    await expect(work).rejects.toMatchObject({ message: "Stopped. Nothing was written.", exitCode: 129 });
    expect(exit).not.toHaveBeenCalled();
    process.emit("SIGHUP", "SIGHUP");
    expect(exit).toHaveBeenCalledExactlyOnceWith(129);
  } finally {
    exit.mockRestore();
    names.forEach((name, at) => {
      for (const listener of process.listeners(name).filter((each) => !before[at].includes(each))) {
        process.off(name, listener);
      }
    });
  }
});

test("work that ends by itself leaves no listener behind", async () => {
  const before = names.map((name) => process.listenerCount(name));
  expect(await interruptible(async () => 7, String)).toBe(7);
  await expect(interruptible(() => Promise.reject(new Error("failed")), String)).rejects.toThrow("failed");
  expect(names.map((name) => process.listenerCount(name))).toEqual(before);
});
