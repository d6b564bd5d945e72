/** Whether a parameter of a kernel, by its name, is a variance: that of a scaled kernel, a constant or a nugget, on its own or within others. */
export function isVariance(name: string): boolean {
  return /(^|\.)variance$/.test(name);
}
