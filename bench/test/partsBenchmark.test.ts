import { expect, test } from "vitest";
import { UsageError } from "../benchmark.ts";
import type { PartSettings } from "../part.ts";
import { partsBenchmark } from "../partsBenchmark.ts";
import { atLeast, atMost } from "../verdict.ts";

function benchmark(seen: PartSettings[]): ReturnType<typeof partsBenchmark> {
  return partsBenchmark("title", "description", {
    first(settings) {
      seen.push(settings);
      return { sections: [{ title: "one", rows: [{ n: 1 }] }], verdicts: [atMost("a", 2, 3), atMost("b", 4, 3)] };
    },
    second: async () => ({ sections: [{ title: "two", rows: [] }], verdicts: [atLeast("c", NaN, 1)] }),
  });
}

test("what was asked for comes first, then the tables of the parts in the order of asking", async () => {
  const { rows, more = [] } = await benchmark([]).run({ parts: "second,first", engines: "wasm" });
  expect(rows.map(({ criterion, limit, verdict }) => [criterion, limit, verdict])).toEqual([
    ["c", "≥ 1", "not judged"],
    ["a", "≤ 3", "met"],
    ["b", "≤ 3", "SHORT"],
  ]);
  expect(more.map(({ title }) => title)).toEqual(["two", "one"]);
});

test("parts are told sizes, engines and repeats, and have their own sizes where none are given", async () => {
  const seen: PartSettings[] = [];
  await benchmark(seen).run({ parts: "first", sizes: "10,20", engines: "reference,wasm", repeats: "7", draws: "2" });
  await benchmark(seen).run({ parts: "first", engines: "wasm" });
  expect(seen[0]).toMatchObject({ sizes: [10, 20], repeats: 7, draws: 2 });
  expect(seen[0].engines.map(({ name }) => name.split(" ")[0])).toEqual(["reference", "wasm"]);
  expect(seen[1].sizes).toBeUndefined();
});

test.each([
  [{ parts: "third" }, 'There is no part "third"; there are first, second.'],
  [{ engines: "abacus" }, "abacus"],
  [{ sizes: "0", engines: "wasm" }, "--sizes takes positive whole numbers"],
])("%j is refused as a mistake on the command line", async (options, message) => {
  const error: unknown = await benchmark([])
    .run(options)
    .catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(UsageError);
  expect((error as UsageError).message).toContain(message);
});
