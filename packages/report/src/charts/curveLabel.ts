import { shortText } from "./shortText.ts";

/** From so many curves on, labels are short enough for two to stand beside each other. */
const manyCurves = 5;

/** What a legend calls the curve of a class, with its figure: "setosa, area 0.997", of many curves "setosa 0.997". */
export function curveLabel(name: string, what: string, figure: number, curves: number): string {
  const isMany = curves >= manyCurves;
  return `${shortText(name, isMany ? 16 : 26)}${isMany ? "" : `, ${what}`} ${figure.toFixed(3)}`;
}
