/** Why these manifests must not be published, in sentences; none if they may. */
export function refusals(
  manifests: readonly Readonly<Record<string, unknown>>[],
  pendingChanges: readonly string[],
): string[];
