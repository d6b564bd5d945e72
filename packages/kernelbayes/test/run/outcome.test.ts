import { expect, test } from "vitest";
import { EnvironmentError, InputError, NumericalError } from "../../src/errors.ts";
import { option, thatRow, wording } from "../../src/wording.ts";
import { progress, type Work } from "../../src/run/work.ts";
import { outputOf, taskOutcome } from "../../src/run/outcome.ts";

/** What a computation gives or throws on the other side of a thread. */
function sent(compute: () => unknown): unknown {
  const tasks = {
    *task(): Work<unknown> {
      yield progress("computing", 0, 1);
      return compute();
    },
  };
  return outputOf(structuredClone(taskOutcome(tasks, "task", undefined, () => {})));
}

function thrown(error: unknown): unknown {
  try {
    sent(() => {
      throw error;
    });
  } catch (caught) {
    return caught;
  }
  throw new Error("Nothing was thrown.");
}

test("an output arrives as it was", () => {
  expect(sent(() => ({ data: Float64Array.of(1, -Infinity) }))).toEqual({ data: Float64Array.of(1, -Infinity) });
});

test("an output that cannot be sent is an error that names its place", () => {
  expect(() => sent(() => ({ posterior: { predict: () => 1 } }))).toThrow(
    'The output of the task "task" cannot be sent to another thread: posterior.predict is a function that cannot be copied.',
  );
});

test("an InputError keeps its kind, code, message and place", () => {
  const error = thrown(new InputError("bad", "It is bad.", { row: 3, column: "a", line: 4, character: 5 }));
  expect(error).toBeInstanceOf(InputError);
  expect(error).toMatchObject({
    code: "bad",
    message: "It is bad.",
    place: { row: 3, column: "a", line: 4, character: 5 },
  });
});

test("rows and options in the message of an InputError stay data", () => {
  const error = thrown(
    new InputError("bad", wording`Row ${thatRow} is bad.`, { row: 3 }, wording`Choose ${option("missing", "drop")}.`),
  ) as InputError;
  expect(error.at({ row: 4 }).messageWith(({ option: name }) => `--${name}`)).toBe("Row 4 is bad. Choose --missing.");
});

test("a NumericalError keeps its kind and code", () => {
  const error = thrown(new NumericalError("diverged", "It diverged."));
  expect(error).toBeInstanceOf(NumericalError);
  expect(error).toMatchObject({ name: "NumericalError", code: "diverged", message: "It diverged." });
});

test("an EnvironmentError keeps its kind, code, problem and remedy", () => {
  const error = thrown(new EnvironmentError("blas-missing", "There is none.", "Install it."));
  expect(error).toBeInstanceOf(EnvironmentError);
  expect(error).toMatchObject({
    name: "EnvironmentError",
    code: "blas-missing",
    problem: "There is none.",
    remedy: "Install it.",
    message: "There is none. Install it.",
  });
});

test("other errors keep their name, message and the place in the program where they happened", () => {
  for (const error of [new RangeError("out"), new TypeError("wrong"), new SyntaxError("odd"), new Error("plain")]) {
    const caught = thrown(error) as Error;
    expect([caught.name, caught.message, caught.stack]).toEqual([error.name, error.message, error.stack]);
  }
  expect(thrown(new RangeError("out"))).toBeInstanceOf(RangeError);
  expect(thrown(new TypeError("wrong"))).toBeInstanceOf(TypeError);
});

test("what is thrown without being an error becomes one", () => {
  expect(thrown("just a text")).toMatchObject({ name: "Error", message: "just a text" });
});

test("an error without a stack can be sent", () => {
  const error = new Error("bare");
  delete error.stack;
  expect(thrown(error)).toMatchObject({ message: "bare" });
});
