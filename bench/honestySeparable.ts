import { fit, iris, selectRows, type Model } from "kernelbayes";
import { modelNamed, type HonestyPart, type HonestySettings } from "./honestyPart.ts";
import { atMost, type Verdict } from "./verdict.ts";

const models = ["auto", "logistic", "lda", "rda", "lssvm", "gpc", "bfd", "btsvc", "svc"];
const level = 0.9;
/** From this probability on a row is sure. */
const sure = 0.95;
const mostWidth = 0.2;

/** Whether intervals know that classes are far apart: iris, a fit to every other row, the others predicted, and the other way round. */
export const honestySeparable: HonestyPart = async (settings) => {
  const chosen = settings.models ?? models.map((name) => [name, modelNamed(name)] as const);
  const rows: Record<string, string | number>[] = [];
  const verdicts: Verdict[] = [];
  for (const [name, model] of chosen) {
    for (const half of [1, 2] as const) {
      const key = `separable ${name} ${half}`;
      const revision = await settings.revision(name, model, "predictions", { rows: 75, columns: 4 });
      const found = await settings.kept.result(key, revision, () => widthsOf(model, half, settings));
      if (!found) continue;
      settings.tell(`separable: ${name}, half ${half}: ${found.median.toFixed(3)}`);
      rows.push({ model: name, "fitted to": `half ${half}`, "sure rows": found.rows, width: found.median.toFixed(3) });
      verdicts.push(atMost(`${name}, iris, half ${half}: median width of sure rows`, found.median, mostWidth));
    }
  }
  return {
    verdicts,
    sections: [{ title: `Iris: intervals at ${level} of the rows whose class has a probability above ${sure}`, rows }],
  };
};

interface SureRows {
  readonly rows: number;
  /** The median width of the interval of the most probable class; 1 where no row is sure. */
  readonly median: number;
}

async function widthsOf(model: Model, half: 1 | 2, { executor }: HonestySettings): Promise<SureRows> {
  const table = iris();
  const every = Array.from({ length: table.rows }, (_, row) => row);
  const part = (parity: number): Int32Array => Int32Array.from(every.filter((row) => row % 2 === parity));
  const posterior = await fit(model, selectRows(table, part(half - 1)), { target: "species", executor });
  const { probabilities, lower, upper } = posterior.predict(selectRows(table, part(2 - half)), { level });
  const C = probabilities.columns;
  const widths: number[] = [];
  for (let i = 0; i < probabilities.rows; i++) {
    const own = probabilities.data.subarray(i * C, (i + 1) * C);
    const at = i * C + own.indexOf(Math.max(...own));
    if (probabilities.data[at] > sure) widths.push(upper.data[at] - lower.data[at]);
  }
  return { rows: widths.length, median: widths.toSorted((a, b) => a - b)[widths.length >> 1] ?? 1 };
}
