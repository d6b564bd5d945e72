export interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

export declare function compareProjects(
  node: Readonly<Record<string, Counts>>,
  chromium: Readonly<Record<string, Counts>>,
  folder: string,
): { readonly line: string; readonly differences: readonly string[] };
