import { cpus, loadavg } from "node:os";
import { selectEngine, type Engine } from "kernelbayes/engine";
import { numberOf, numbersOf, UsageError, type Benchmark, type BenchOptions, type Report } from "./benchmark.ts";
import { missingNative } from "./nativeEngine.ts";
import type { PartReport, PartSettings } from "./part.ts";
import { verdictRow } from "./verdict.ts";

/** The parts of a benchmark, by the names they have behind `--parts`. */
export type Parts = Readonly<Record<string, (settings: PartSettings) => PartReport | Promise<PartReport>>>;

/** A benchmark of several parts: first what was asked for beside what was measured, then the tables of each part. */
export function partsBenchmark(title: string, description: string, parts: Parts): Benchmark {
  const names = Object.keys(parts);
  return {
    description,
    options: {
      parts: `some of ${names.join(",")} (default all)`,
      sizes: "numbers of rows for all chosen parts, in place of those that each part has by default",
      engines: "wasm, native or both (default both; wasm alone where there is no OpenBLAS)",
      repeats: "runs of which the fastest counts, where a fit is not drawn anew (default 3)",
      draws: "draws of data over which fits are averaged (default 5)",
      "most-seconds": "a peer whose one fit would take more CPU seconds is left out, and that is said (default 400)",
      python: "a Python with scikit-learn, numpy and scipy (default python3 and /usr/bin/python3)",
    },
    async run(options) {
      const chosen = chosenParts(names, options.parts);
      const { settings, notices } = settingsOf(options);
      const load = loadavg()[0];
      const reports: PartReport[] = [];
      for (const part of chosen) reports.push(await parts[part](settings));
      const verdicts = reports.flatMap((report) => report.verdicts);
      return {
        title,
        rows: verdicts.map(verdictRow),
        more: reports.flatMap(({ sections }) => sections),
        notes: [
          ...notices,
          `${cpus().length} × ${cpus()[0]?.model ?? "unknown processor"}, Node ${process.versions.node}; ` +
            `${settings.engines.map(({ name }) => name).join(", ")}. Load when the run began: ${load.toFixed(1)}.`,
          ...(load > 0.5
            ? ["THE MACHINE WAS NOT IDLE: ratios within this run may still be looked at, times may not."]
            : []),
        ],
        data: { verdicts, sections: reports.flatMap(({ sections }) => sections), notices, load } satisfies Record<
          string,
          unknown
        >,
      } satisfies Report;
    },
  };
}

function chosenParts(known: readonly string[], text: string = known.join(",")): string[] {
  const names = text.split(",");
  const unknown = names.find((name) => !known.includes(name));
  if (unknown === undefined) return names;
  throw new UsageError(`There is no part "${unknown}"; there are ${known.join(", ")}.`);
}

function settingsOf(options: BenchOptions): { readonly settings: PartSettings; readonly notices: readonly string[] } {
  const { sizes, engines, repeats = "3", draws = "5", python, "most-seconds": mostSeconds = "400" } = options;
  const notices = engines === undefined ? missingNative() : [];
  const names = engines?.split(",") ?? (notices.length > 0 ? ["wasm"] : ["wasm", "native"]);
  return {
    settings: {
      engines: names.map(engineOf),
      sizes: sizes === undefined ? undefined : numbersOf(sizes, "sizes"),
      repeats: numberOf(repeats, "repeats"),
      draws: numberOf(draws, "draws"),
      mostSeconds: numberOf(mostSeconds, "most-seconds"),
      python: python === undefined ? undefined : [python],
      tell: (line) => void process.stderr.write(`${line}\n`),
    },
    notices,
  };
}

function engineOf(name: string): Engine {
  try {
    return selectEngine(name);
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}
