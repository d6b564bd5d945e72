import { expect, test } from "vitest";
import { checkPlainData } from "../../src/run/checkPlainData.ts";
import { thrown } from "../thrown.ts";

test("plain data pass, also where they lead back to themselves", () => {
  const round: Record<string, unknown> = { list: [1, "a", null, undefined, 2n, true], values: new Float64Array(3) };
  round.self = round;
  const parts = [
    round,
    new Map([[1, new Set(["a"])]]),
    new Date(0),
    /a/,
    new Error("a"),
    new ArrayBuffer(2),
    Object.create(null),
  ];
  for (const part of parts) expect(() => checkPlainData(part, "It")).not.toThrow();
});

test("what cannot be copied is refused with its place", () => {
  const detached = new Float64Array(2);
  structuredClone(detached, { transfer: [detached.buffer] });
  const cases: [unknown, string][] = [
    [() => 1, "it is a function"],
    [{ a: [0, { "b c": Symbol("s") }] }, 'a[1]["b c"] is a symbol'],
    [{ promise: Promise.resolve(1) }, "promise is an object (Promise)"],
    [[new Map([[1, () => 2]])], "[0] is an object (Map)"],
    [{ values: detached }, "values is an object (Float64Array)"],
  ];
  for (const [value, words] of cases) {
    const error = thrown(() => checkPlainData(value, "Input 1"));
    expect(error.message).toContain(`Input 1 cannot be sent to another thread: ${words} that cannot be copied.`);
    // The platform agrees.
    expect(() => structuredClone(value)).toThrow();
  }
});
