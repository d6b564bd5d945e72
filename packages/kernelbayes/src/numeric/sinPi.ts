/** sin(πx), exactly 0 at whole numbers: x is reduced to |r| ≤ ½ before it is multiplied by π. */
export function sinPi(x: number): number {
  const nearest = Math.round(x);
  const sine = Math.sin(Math.PI * (x - nearest));
  return nearest % 2 === 0 ? sine : -sine;
}

/** cot(πx), exactly 0 midway between whole numbers, where it is infinite. */
export function cotPi(x: number): number {
  const r = x - Math.round(x);
  if (Math.abs(r) <= 0.25) return 1 / Math.tan(Math.PI * r);
  return Math.tan(Math.PI * (0.5 * Math.sign(r) - r));
}
