import { describe, expect, test } from "vitest";
import {
  bracketSpectrum,
  shrunkBracket,
  type BracketSpectrum,
} from "../../../src/models/discriminant/bracketSpectrum.ts";
import { logDeterminant, whiten } from "../../../src/models/parts/gaussianClasses/spectralCovariance.ts";
import { fromRows } from "../../../src/matrix/index.ts";
import { normal, stream } from "../../../src/random/index.ts";
import { engines } from "../../kernels/engines.ts";
import {
  combination,
  diagonalOf,
  formOf,
  identityRows,
  logDeterminantOf,
  times,
  traceOf,
  transposed,
} from "../naive.ts";

const random = stream(5);
const drawn = (rows: number, columns: number): number[][] =>
  Array.from({ length: rows }, () => Array.from({ length: columns }, (_, j) => (1 + j / 4) * normal(random)));

const wide = drawn(4, 7);
const tall = drawn(12, 5);

for (const engine of engines) {
  describe(`on the engine ${engine.name}`, () => {
    for (const [name, Z] of [
      ["fewer rows than columns", wide],
      ["more rows than columns", tall],
    ] as const) {
      const p = Z[0].length;
      const B = times(transposed(Z), Z);
      const busy = new Array<boolean>(p).fill(false);

      for (const target of ["mean", "diagonal"] as const) {
        const T = target === "mean" ? identityRows(p, traceOf(B) / p) : diagonalOf(B);

        test(`with ${name} and the ${target} as target, B and its rows give (1 − g) B + g T for every g`, () => {
          const spectra = [
            bracketSpectrum(engine, { kind: "rows", Z: fromRows(Z) }, target, busy),
            bracketSpectrum(engine, { kind: "matrix", B: fromRows(B) }, target, busy),
          ];
          for (const g of [1, 0.5, 0.001]) {
            const dense = combination(1 - g, B, g, T);
            const d = drawn(1, p)[0];
            for (const spectrum of spectra) {
              const covariance = shrunkBracket(spectrum as BracketSpectrum, g);
              const white = whiten(engine, covariance, fromRows([d]));
              const form = white.data.reduce((sum, value) => sum + value * value, 0);
              expect(form / formOf(dense, d)).toBeCloseTo(1, 9);
              expect(logDeterminant(covariance)).toBeCloseTo(logDeterminantOf(dense), 9);
            }
          }
        });
      }
    }

    test("a column that varies within no class gets the target 1", () => {
      const Z = drawn(6, 3).map(([a, , c]) => [a, 0, c]);
      const idle = [false, true, false];
      for (const target of ["mean", "diagonal"] as const) {
        const spectrum = bracketSpectrum(engine, { kind: "rows", Z: fromRows(Z) }, target, idle);
        expect(spectrum?.scale[1]).toBe(1);
        const white = whiten(engine, shrunkBracket(spectrum as BracketSpectrum, 0.25), fromRows([[0, 1, 0]]));
        expect(white.data.reduce((sum, value) => sum + value * value, 0)).toBeCloseTo(4, 12);
      }
    });

    test("there is no spectrum where the target vanishes", () => {
      const busy = [false, false];
      const oneColumn = {
        kind: "rows",
        Z: fromRows([
          [1, 0],
          [2, 0],
        ]),
      } as const;
      expect(bracketSpectrum(engine, oneColumn, "diagonal", busy)).toBeUndefined();
      expect(bracketSpectrum(engine, oneColumn, "mean", busy)).toBeDefined();
      const nothing = {
        kind: "matrix",
        B: fromRows([
          [0, 0],
          [0, 0],
        ]),
      } as const;
      expect(bracketSpectrum(engine, nothing, "mean", busy)).toBeUndefined();
    });
  });
}
