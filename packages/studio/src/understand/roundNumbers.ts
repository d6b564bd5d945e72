/** About so many round numbers from one end of an axis to the other. */
export function roundNumbers(from: number, to: number, count: number): number[] {
  if (!(to > from)) return [from];
  const rough = (to - from) / count;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * ([1, 2, 5, 10].find((factor) => factor * power >= rough) ?? 10);
  const first = Math.ceil(from / step);
  return Array.from({ length: Math.floor(to / step) - first + 1 }, (_, at) =>
    Number(((first + at) * step).toPrecision(12)),
  );
}
