import { expect, test } from "vitest";
import * as coefficients from "../../src/numeric/coefficients.generated.ts";
import { evaluatePiece, polynomial } from "../../src/numeric/piece.ts";

test("a polynomial is evaluated from its coefficients, lowest first", () => {
  expect(polynomial([1, 2, 3], 2)).toBe(17);
  expect(polynomial([], 2)).toBe(0);
});

test("a piece is a polynomial about its center, which a shift moves", () => {
  const piece = { center: 1.5, low: 0, coefficients: [1, 2, 3] };
  expect(evaluatePiece(piece, 2)).toBe(1 + 2 * 0.5 + 3 * 0.25);
  expect(evaluatePiece(piece, 1, 1)).toBe(evaluatePiece(piece, 2));
  expect(evaluatePiece({ ...piece, low: Number.EPSILON }, 1.5)).toBe(1 + Number.EPSILON);
});

test("neighbouring pieces meet at their common border", () => {
  const { erfcxPieces, quantilePieces } = coefficients;
  for (let k = 1; k < erfcxPieces.length; k++) {
    const border = erfcxPieces[k].center - 0.25;
    const gap = evaluatePiece(erfcxPieces[k], border) / evaluatePiece(erfcxPieces[k - 1], border) - 1;
    expect(Math.abs(gap)).toBeLessThan(4e-16);
  }
  for (let k = 1; k < quantilePieces.length; k++) {
    const border = (quantilePieces[k].center * (k % 2 === 0 ? 4 : 6)) / (k % 2 === 0 ? 5 : 7);
    const gap = evaluatePiece(quantilePieces[k], border) / evaluatePiece(quantilePieces[k - 1], border) - 1;
    expect(Math.abs(gap)).toBeLessThan(4e-16);
  }
});
