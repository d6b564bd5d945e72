import { type Table } from "kernelbayes";
import { logLoss } from "kernelbayes/evaluate";
import { contenderRows, type Contender, type Fitted } from "./contender.ts";
import { median, rounded } from "./cpuTime.ts";
import type { PartSettings } from "./part.ts";

/** Makes a table of so many rows; "class" is its label column. */
export type Generator = (options: { rows: number; seed: number }) => Table;

export const testRows = 10_000;
export const warmUpRows = 250;
/** As much as V8 wants until it has optimized a fit; the same for every contender. */
export const warmUpSeconds = 2;

/** Fits to rows that do not count, of all kinds, until enough CPU time was spent; how long the very first took. */
export async function warmUp(
  contenders: readonly Contender[],
  generators: Readonly<Record<string, Generator>>,
  tell: PartSettings["tell"],
): Promise<string[]> {
  const first: string[] = [];
  const kinds = Object.entries(generators);
  for (const contender of contenders) {
    tell(`warming up ${contender.name}`);
    for (const [at, [data, generate]] of kinds.entries()) {
      const rows = { rows: warmUpRows, seed: 99 };
      await contender.load(contenderRows(generate(rows), generate({ ...rows, seed: 98 })));
      const seconds: number[] = [];
      do seconds.push((await contender.fit(1)).seconds);
      while (seconds.reduce((sum, each) => sum + each, 0) < warmUpSeconds / kinds.length);
      await contender.predict();
      if (at === 0) first.push(`  ${contender.name}: ${rounded(seconds[0])} s for ${data}, n = ${warmUpRows}.`);
    }
  }
  return first;
}

/** A contender over several draws of data. */
export interface Measured {
  /** CPU seconds of a fit, the median of the draws. */
  readonly seconds: number;
  /** Log loss of the test rows, the mean of the draws. */
  readonly loss: number;
  /** Log evidence of each draw; NaN where there is none. */
  readonly evidence: readonly number[];
}

/** The contenders in turn on the same draws. */
export async function measure(
  contenders: readonly Contender[],
  generate: Generator,
  n: number,
  { draws, tell }: PartSettings,
  what: string,
): Promise<Map<Contender, Measured>> {
  const fits = new Map<Contender, Fitted[]>(contenders.map((contender) => [contender, []]));
  const losses = new Map<Contender, number[]>(contenders.map((contender) => [contender, []]));
  for (let draw = 1; draw <= draws; draw++) {
    tell(`${what}, draw ${draw} of ${draws}`);
    const { truth, ...rows } = contenderRows(
      generate({ rows: n, seed: 1000 + draw }),
      generate({ rows: testRows, seed: 2000 + draw }),
    );
    for (const contender of contenders) await contender.load(rows);
    const fastest = await fastestFits(contenders, draw);
    for (const contender of contenders) {
      fits.get(contender)!.push(fastest.get(contender)!);
      const { probabilities } = await contender.predict();
      losses.get(contender)!.push(logLoss(probabilities, truth).mean);
    }
  }
  const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
  return new Map(
    contenders.map((contender) => [
      contender,
      {
        seconds: median(fits.get(contender)!.map(({ seconds }) => seconds)),
        loss: mean(losses.get(contender)!),
        evidence: fits.get(contender)!.map(({ evidence = NaN }) => evidence),
      },
    ]),
  );
}

/**
 * The fastest fit of each contender to the same rows: in two turns up to three fits in a row, as many as fit into half a CPU second, and a
 * single one if that takes longer. Two turns, so that who takes little time does not take all of it while the machine happens to be slow.
 */
async function fastestFits(contenders: readonly Contender[], seed: number): Promise<Map<Contender, Fitted>> {
  const fastest = new Map<Contender, Fitted>();
  for (const turn of [1, 2]) {
    for (const contender of contenders) {
      let best = fastest.get(contender);
      if (turn === 2 && best && best.seconds > turnSeconds) continue;
      for (let fits = 0, spent = 0; fits < 3 && spent < turnSeconds; fits++) {
        const fitted = await contender.fit(seed);
        spent += fitted.seconds;
        if (!best || fitted.seconds < best.seconds) best = fitted;
      }
      if (best) fastest.set(contender, best);
    }
  }
  return fastest;
}

/** CPU seconds beyond which no further fit is begun in a turn. */
const turnSeconds = 0.5;

/** What one fit may take, from those before, by a power of the number of rows. */
export class Trend {
  readonly #power: number;
  readonly #last = new Map<Contender, { readonly n: number; readonly seconds: number }>();

  constructor(power: number) {
    this.#power = power;
  }

  note(peer: Contender, n: number, seconds: number): void {
    this.#last.set(peer, { n, seconds });
  }

  expected(peer: Contender, n: number): number {
    const last = this.#last.get(peer);
    return last === undefined ? 0 : last.seconds * (n / last.n) ** this.#power;
  }
}
