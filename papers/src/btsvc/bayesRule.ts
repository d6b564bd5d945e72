import { type Table } from "kernelbayes";
import { numeric } from "kernelbayes/numeric";
import { asText, columnNamed } from "kernelbayes/table";
import { numbersIn } from "../numbersIn.ts";

/** What predictions of rows cost, in nats and in wrong labels. */
export interface Score {
  readonly nats: number;
  readonly errors: number;
}

/** The log odds of "positive", N((−2, 0), diag(1, 2)), against "negative", N((2, 0), diag(2, 1)), both being as frequent. */
export function trueLogOdds(x: number, y: number): number {
  return 0.5 * ((x - 2) ** 2 / 2 + y * y) - 0.5 * ((x + 2) ** 2 + (y * y) / 2);
}

/** The score of the rule that knows the densities. */
export function bayesScore(table: Table): Score {
  const [x, y] = ["x1", "x2"].map((name) => numbersIn(table, name));
  let [nats, errors] = [0, 0];
  asText(columnNamed(table, "class")).forEach((label, row) => {
    const own = (label === "positive" ? 1 : -1) * trueLogOdds(x[row], y[row]);
    nats -= numeric.logSigmoid(own);
    if (own < 0) errors++;
  });
  return { nats, errors };
}
