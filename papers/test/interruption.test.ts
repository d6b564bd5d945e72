import { afterEach, expect, test, vi } from "vitest";
import { interruptible } from "../src/interruption.ts";

afterEach(() => vi.restoreAllMocks());

/** Work that ends when its signal is aborted. */
function untilAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason as Error)));
}

test("a press of Ctrl-C that arrives twice, as npm passes it on, is one, and says what was kept", async () => {
  const exit = vi.spyOn(process, "exit").mockImplementation(() => undefined as never);
  const listeners = process.listenerCount("SIGINT");
  const running = interruptible(untilAborted, () => "Two results are kept.");
  process.emit("SIGINT", "SIGINT");
  process.emit("SIGINT", "SIGINT");
  await expect(running).rejects.toMatchObject({ message: "Stopped. Two results are kept.", exitCode: 130 });
  expect(exit).not.toHaveBeenCalled();
  expect(process.listenerCount("SIGINT")).toBe(listeners);
});

test("a second press ends the process at once", async () => {
  const exit = vi.spyOn(process, "exit").mockImplementation(() => undefined as never);
  const now = vi.spyOn(performance, "now").mockReturnValue(0);
  const running = interruptible(untilAborted, () => "");
  process.emit("SIGTERM", "SIGTERM");
  now.mockReturnValue(1500);
  process.emit("SIGTERM", "SIGTERM");
  expect(exit).toHaveBeenCalledExactlyOnceWith(143);
  await expect(running).rejects.toMatchObject({ exitCode: 143 });
});

test("errors of the work itself are passed on", async () => {
  const error = new Error("out of rows");
  await expect(
    interruptible(
      () => Promise.reject(error),
      () => "",
    ),
  ).rejects.toBe(error);
});
