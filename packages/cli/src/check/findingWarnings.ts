import type { Warning } from "kernelbayes";
import { findingText, type Finding } from "kernelbayes/check";
import { optionOnLine } from "../output/optionOnLine.ts";

/** So many findings of a kind are listed one by one. */
const shown = 3;

/** Findings as warnings, with options as a command has them. Of a kind that many columns share, the first are listed and the others named. */
export function findingWarnings(findings: readonly Finding[]): Warning[] {
  const byCode = new Map<string, Finding[]>();
  for (const finding of findings) byCode.set(finding.code, [...(byCode.get(finding.code) ?? []), finding]);
  return [...byCode].flatMap(([code, all]) => {
    const first = all.length <= shown + 1 ? all : all.slice(0, shown);
    const others = all.slice(first.length).map(({ column }) => JSON.stringify(column));
    const named = others.length > 10 ? [...others.slice(0, 10), "…"] : others;
    return [
      ...first.map((finding) => ({ code, message: findingText(finding, optionOnLine) })),
      ...(others.length > 0
        ? [{ code, message: `The same holds for ${others.length} more columns: ${named.join(", ")}.` }]
        : []),
    ];
  });
}
