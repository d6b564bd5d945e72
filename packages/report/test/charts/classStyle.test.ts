import { expect, test } from "vitest";
import { classStyle } from "../../src/charts/classStyle.ts";

test("seven classes differ in color and in symbol, and 49 in the pair", () => {
  const styles = Array.from({ length: 49 }, (_, number) => classStyle(number));
  expect(new Set(styles.slice(0, 7).map(({ color }) => color)).size).toBe(7);
  expect(new Set(styles.slice(0, 7).map(({ symbol }) => symbol)).size).toBe(7);
  expect(new Set(styles.map(({ color, symbol }) => `${color} ${symbol}`)).size).toBe(49);
});
