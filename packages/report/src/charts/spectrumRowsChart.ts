import { frame, line } from "@observablehq/plot";
import { axisLabel } from "./axisLabel.ts";
import { chartColors } from "./chartColors.ts";
import { chartText } from "./chartText.ts";
import { classStyle } from "./classStyle.ts";
import { groupLabel } from "./groupLabel.ts";
import { checkSpectra, evenlySpaced, type Spectra, type SpectraOptions } from "./spectraChart.ts";

/**
 * Spectra as they are, a thin line for each row in the color of its class: what there is to see before any mean is taken. (Domijan & Wilson, Figure 6.)
 *
 * @example spectrumRowsChart({ classes, rowClasses, places: wavelengths, values }, { axes: ["nm", "absorbance"] })
 */
export function spectrumRowsChart(data: Spectra, options: SpectraOptions = {}): string {
  const { axes = ["place", "value"], points = 150 } = options;
  checkSpectra(data, points);
  const { classes, rowClasses, places, values } = data;
  const shown = evenlySpaced(values.columns, points);
  const rows = Array.from({ length: values.rows }, (_, row) => row);
  return chartText(
    {
      description: `${values.rows} spectra of ${classes.join(", ")} at ${values.columns} places, a line for each.`,
      width: 640,
      height: 440,
      legend: classes.map((label, q) => ({ label, line: { color: classStyle(q).color, width: 1.6 } })),
      plot: { x: axisLabel("x", axes[0]), y: axisLabel("y", axes[1]) },
      marks: [
        ...classes.map((name, q) =>
          line(
            rows
              .filter((row) => rowClasses[row] === q)
              .flatMap((row) =>
                shown.map((column) => ({
                  row,
                  place: places[column],
                  value: values.data[row * values.columns + column],
                })),
              ),
            {
              x: "place",
              y: "value",
              z: "row",
              stroke: classStyle(q).color,
              strokeWidth: 0.6,
              strokeOpacity: 0.7,
              ...groupLabel(`rows of ${name}`),
            },
          ),
        ),
        frame({ stroke: chartColors.ink }),
      ],
    },
    options,
  );
}
