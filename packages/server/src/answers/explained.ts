import { InputError, type Posterior } from "kernelbayes";
import { shapleyValues, type ShapleyOptions, type ShapleyValues } from "kernelbayes/explain";
import { encodeRows, type RowsToPredict } from "kernelbayes/predict";
import { problemOf, refusal, type Refusal } from "../problem/problem.ts";
import type { Asked } from "../requests/asked.ts";
import type { ExplainSettings } from "../requests/predictSettings.ts";

/** Explains the rows of a request, within so many milliseconds. */
export async function explained(
  posterior: Posterior,
  { encoded: { table }, unseen = posterior.encoding.unseen }: Pick<Asked, "encoded" | "unseen">,
  settings: ExplainSettings,
  milliseconds: number,
): Promise<ShapleyValues> {
  const asked = { ...posterior, encoding: { ...posterior.encoding, unseen } };
  const { background, backgroundRows, absent, scale, deviations, seed } = settings;
  if (background) checkBackground(asked, background);
  const common = { backgroundRows, scale, deviations, seed, signal: AbortSignal.timeout(Math.ceil(milliseconds)) };
  const ways: ShapleyOptions[] =
    absent === "removed"
      ? [{ absent }]
      : background
        ? [{ background: background as object[] }]
        : [{ background: "training" }, ...(absent === undefined ? [{ absent: "removed" } as const] : [])];
  try {
    return await firstPossible(ways, (way) => shapleyValues(asked, table, { ...common, ...way }));
  } catch (error) {
    if ((error as Error).name === "TimeoutError") throw tooLong(table.rows, milliseconds);
    if (error instanceof InputError && needsBackground.has(error.code) && absent !== "removed" && !background) {
      throw refusal(
        400,
        "no-background",
        `This ${posterior.model.name} does not hold the rows that it was fitted to, so that there is nothing to compare with.`,
        {
          remedy: 'Send rows that show what is usual: "explain": { "background": [...] }.',
        },
      );
    }
    throw error;
  }
}

/** Of a posterior that does not hold its training rows, and of one whose columns cannot be removed. */
const needsBackground: ReadonlySet<string> = new Set(["no-training-rows", "not-separable"]);

/** The first way that the posterior has what it takes for. */
async function firstPossible<Way, Result>(ways: readonly Way[], go: (way: Way) => Promise<Result>): Promise<Result> {
  const [way, ...others] = ways;
  try {
    return await go(way);
  } catch (error) {
    if (others.length > 0 && error instanceof InputError && error.code === "no-training-rows") {
      return firstPossible(others, go);
    }
    throw error;
  }
}

/** What is wrong with a background row is not wrong with the row of that number. */
function checkBackground(posterior: Posterior, background: readonly unknown[]): void {
  try {
    encodeRows(posterior, background as RowsToPredict);
  } catch (error) {
    const { status, code, detail, remedy } = problemOf(error);
    throw refusal(status, code, `In the background: ${detail}`, { remedy });
  }
}

function tooLong(rows: number, milliseconds: number): Refusal {
  const what = rows === 1 ? "The explanation of one row" : `The explanation of ${rows} rows`;
  return refusal(413, "explanation-too-long", `${what} was not there within ${milliseconds / 1000} s.`, {
    remedy:
      rows === 1
        ? 'Compare with fewer rows: "explain": { "backgroundRows": 10 }.'
        : 'Send fewer rows, or compare with fewer: "explain": { "backgroundRows": 10 }.',
  });
}
