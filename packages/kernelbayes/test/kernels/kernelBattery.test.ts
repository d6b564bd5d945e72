import { describe, expect, test } from "vitest";
import { matrix } from "../../src/engine/matrix.ts";
import { InputError } from "../../src/errors.ts";
import { gaussian, sum, nugget, type Kernel } from "../../src/kernels/index.ts";
import { kernelBattery, type KernelBatteryOptions } from "../../src/testing/kernelBattery.ts";
import { engines } from "./engines.ts";

const [engine] = engines;

/** The titles of the checks that a kernel does not pass. */
async function failures(kernel: Kernel, options: Omit<KernelBatteryOptions, "engine"> = {}): Promise<string[]> {
  const titles: string[] = [];
  for (const check of kernelBattery(kernel, { engine, ...options })) {
    try {
      await check.run();
    } catch {
      titles.push(check.title);
    }
  }
  return titles;
}

/** A kernel that works, with some members replaced; what is made from it is broken in the same way. */
function broken(change: (good: Kernel) => Partial<Kernel>, good: Kernel = gaussian({ lengthScale: 0.9 })): Kernel {
  return {
    ...good,
    withValues: (values) => broken(change, good.withValues(values)),
    forColumns: (groups) => broken(change, good.forColumns(groups)),
    ...change(good),
  };
}

test("a kernel that works passes the battery, also as a broken one in which nothing was changed", async () => {
  expect(await failures(gaussian())).toEqual([]);
  expect(await failures(broken(() => ({}), gaussian({ relevance: "each" })))).toEqual([]);
});

describe("the battery finds", () => {
  test.each<[string, string, Kernel]>([
    [
      "a matrix that is not symmetric",
      "its matrix is exactly symmetric",
      broken((good) => ({
        matrix(engine, x) {
          const K = good.matrix(engine, x);
          if (K.rows > 1) K.data[1] *= 1 + 1e-15;
          return K;
        },
      })),
    ],
    [
      "a matrix that is not square",
      "its matrix is exactly symmetric",
      broken(() => ({ matrix: (_engine, x) => matrix(x.rows, x.rows + 1) })),
    ],
    [
      "a function that is not positive semidefinite",
      "its matrix has no eigenvalue below −n ε ‖K‖",
      broken((good) => ({
        evaluate: (x, z) => 1 - good.evaluate(x, z),
        diagonal: (x) => new Float64Array(x.rows),
        matrix(engine, x) {
          const K = good.matrix(engine, x);
          return matrix(
            K.rows,
            K.columns,
            K.data.map((value) => 1 - value),
          );
        },
      })),
    ],
    [
      "a matrix that differs from the plain definition",
      "its matrix holds the values of its plain definition",
      broken((good) => ({ evaluate: (x, z) => good.evaluate(x, z) * (1 + 1e-11) })),
    ],
    [
      "a nugget in the cross matrix",
      "its cross matrix holds the values of its plain definition, with no row the same as another",
      broken((good) => ({ cross: (engine, x) => good.matrix(engine, x) }), sum(gaussian(), nugget())),
    ],
    [
      "a diagonal without the nugget",
      "its diagonal is the diagonal of its matrix",
      broken(() => ({ diagonal: (x) => new Float64Array(x.rows).fill(1) }), sum(gaussian(), nugget())),
    ],
    [
      "a gradient on the wrong scale",
      "its gradient agrees with central differences in the logarithm of each parameter",
      broken((good) => ({
        gradient: (engine, x, weights) => good.gradient(engine, x, weights).map((value) => value * (1 + 1e-4)),
      })),
    ],
    [
      "a gradient of the wrong length",
      "its gradient agrees with central differences in the logarithm of each parameter",
      broken(() => ({ gradient: () => new Float64Array(2) })),
    ],
    [
      "a parameter out of its bounds",
      "its parameters are positive and within their bounds",
      broken((good) => ({ parameters: good.parameters.map((each) => ({ ...each, upper: each.value / 2 })) })),
    ],
    [
      "a document that forgets a value",
      "its document gives back the same kernel, to the bit",
      broken(() => ({ toDocument: () => ({ kind: "gaussian" }) })),
    ],
    [
      "a document that forgets what is fixed",
      "its document gives back the same kernel, to the bit",
      broken(
        (good) => ({ toDocument: () => ({ ...good.toDocument(), fixed: [] }) }),
        gaussian({ fixed: ["lengthScale"] }),
      ),
    ],
    [
      "values that are ignored",
      "it takes other parameter values and keeps its own",
      broken((good) => ({ withValues: () => good })),
    ],
    [
      "fixed parameters that come loose",
      "it takes other parameter values and keeps its own",
      broken(
        () => ({ withValues: ([lengthScale]: ArrayLike<number> & Iterable<number>) => gaussian({ lengthScale }) }),
        gaussian({ fixed: ["lengthScale"] }),
      ),
    ],
    [
      "inputs that are modified",
      "it does not modify its inputs",
      broken((good) => ({
        diagonal(x) {
          if (x.data.length > 0) x.data[0] += 1;
          return good.diagonal(x);
        },
      })),
    ],
    [
      "groups that are ignored in the gradient",
      "columns of one group count as columns with one number",
      broken(
        (good) => ({
          gradient(engine, x, weights) {
            const gradient = good.gradient(engine, x, weights);
            return good.parameters.length === 2 ? gradient.map((value) => value / 2) : gradient;
          },
        }),
        gaussian({ relevance: "each" }),
      ),
    ],
    [
      "an unfounded refusal of groups",
      "columns of one group count as columns with one number",
      broken((good) => ({
        forColumns(groups) {
          if (groups[1] === 0) throw new InputError("invalid-option", "No groups, please.");
          return good;
        },
      })),
    ],
    [
      "a crash without rows",
      "it comes through no rows, one row, identical rows and a constant column",
      broken((good) => ({ diagonal: (x) => (x.rows === 0 ? Float64Array.of(NaN) : good.diagonal(x)) })),
    ],
    [
      "distances that overflow",
      "it gives finite results for huge and tiny inputs",
      broken((good) => ({
        diagonal(x) {
          const large = (a: number): number => 1 + x.data[a * x.columns] ** 4;
          return good.diagonal(x).map((value, a) => (value * large(a)) / large(a));
        },
      })),
    ],
  ])("%s", async (_title, failing, kernel) => {
    expect(await failures(kernel)).toContain(failing);
  });

  test("a limit that does not hold", async () => {
    const limit = { title: "as ℓ → ∞ the kernel tends to 2", expected: () => 2, tolerance: 1e-6 };
    expect(await failures(gaussian(), { limits: [{ ...limit, kernel: gaussian({ lengthScale: 1e6 }) }] })).toEqual([
      limit.title,
    ]);
  });
});
