/** Where a parabola through values at −1, 0, 1, the middle one lowest, has its vertex; 0 where there is none. */
export function parabolaVertex(below: number, middle: number, above: number): number {
  const curvature = below - 2 * middle + above;
  return curvature > 0 && curvature < Infinity ? Math.max(-1, Math.min(1, (below - above) / (2 * curvature))) : 0;
}
