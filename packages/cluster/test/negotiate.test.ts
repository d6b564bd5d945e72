import { describe, expect, test } from "vitest";
import { negotiate } from "../src/coordinator/negotiate.ts";
import { engineBuilds, type EngineBuild } from "../src/engineBuilds.ts";
import type { WorkerDescription } from "../src/registry.ts";

const own = engineBuilds();
const described = (machine: string, engines: readonly EngineBuild[], code = "c"): WorkerDescription => ({
  id: machine,
  machine,
  process: 1,
  service: "kernelbayes",
  slots: 1,
  memory: 1,
  node: "20",
  library: "0",
  code,
  engines,
  busy: 0,
  done: 0,
  isDraining: false,
  since: 0,
});
const how = { code: "c", engine: undefined, isMixed: false };
const reference = own.filter(({ name }) => name === "reference");
const otherBits = own.map((build) => ({ ...build, digest: "other" }));

test("the builds of this machine are told by their bits, the engine in use first", () => {
  expect(own[0].name).toBe(process.env.KERNELBAYES_ENGINE);
  expect(own.map(({ name }) => name)).toContain("reference");
  expect(engineBuilds()).toEqual(own);
  expect(new Set(own.map(({ digest }) => digest)).size).toBe(own.length);
});

describe("the engine of a run", () => {
  test("is the one in use here, where all workers have it", () => {
    expect(negotiate([described("a", own), described("b", own.toReversed())], how)).toEqual({
      code: "c",
      engine: own[0],
    });
  });

  test("is the next one that all workers have, unless one was asked for by name", () => {
    const workers = [described("a", own), described("b", reference)];
    expect(negotiate(workers, how).engine.name).toBe("reference");
    expect(() => negotiate(workers, { ...how, engine: "wasm" })).toThrow(
      /^b cannot run the engine "wasm simd128"; it has "reference"\./,
    );
    expect(() => negotiate(workers, { ...how, engine: "cuda" })).toThrow('There is no engine "cuda" here');
  });

  test("does not compute other bits somewhere, unless that is allowed", () => {
    const workers = [described("a", own), described("b", otherBits)];
    expect(() => negotiate(workers, how)).toThrow(/computes other bits on b than here/);
    expect(() => negotiate(workers, how)).toThrow(expect.objectContaining({ code: "builds-differ" }) as Error);
    expect(negotiate(workers, { ...how, isMixed: true }).engine).toEqual(own[0]);
    const half = [described("a", own), described("b", [...otherBits.slice(0, -1), ...own.slice(-1)])];
    expect(negotiate(half, how).engine).toEqual(own.at(-1));
  });

  test("is that of one state of the code, unless another is allowed", () => {
    const workers = [described("a", own), described("b", own, "older")];
    expect(() => negotiate(workers, how)).toThrow(/^b has another state of the code/);
    expect(negotiate(workers, { ...how, isMixed: true }).engine).toEqual(own[0]);
  });
});
