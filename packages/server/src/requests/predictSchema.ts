import { z } from "zod";

const probability = z.number().gt(0).lt(1);

/** What can be asked for beside labels and probabilities. */
export const predictOptions = z
  .strictObject({
    intervals: z.boolean().describe("Whether each probability has its interval. Default: false."),
    level: probability.describe("The level of the intervals. Default: 0.9."),
    unseen: z
      .enum(["refuse", "zeros"])
      .describe(
        "Categories that did not occur in training: refused, or taken for rare ones. Default: as the model says.",
      ),
    threshold: z
      .record(z.string(), z.number().min(0).max(1))
      .describe(
        'Decide for this class from this probability on: { "sick": 0.2 }. Excludes abstain, costs and cautious.',
      ),
    abstain: probability.describe("Decide only where a class is at least this probable."),
    costs: z
      .record(z.string(), z.record(z.string(), z.number()))
      .describe('Decide for the least expected cost: { "healthy": { "sick": 20 }, "sick": { "healthy": 1 } }.'),
    cautious: z.boolean().describe("Decide only where no probability within the intervals would decide otherwise."),
    sets: probability.describe("Give each row the set of classes that contains the true one this often."),
    seed: z.int().describe("Equal seeds give equal sets. Default: 1."),
    explain: z.boolean().describe("Say which columns moved each prediction. Not available yet: answered by 501."),
  })
  .partial();

export type PredictOptionWords = z.infer<typeof predictOptions>;

/** The JSON body of a prediction: rows with what is asked for, or a bare list of rows. */
export const predictBody = predictOptions.extend({
  rows: z
    .array(z.unknown())
    .describe("The rows, each an object with a cell (a number, a text, true, false or null) for each column."),
});

/** The same options in an address: truth values and numbers as they are written, costs as JSON, threshold=CLASS=NUMBER. */
export const predictQuery = z
  .strictObject({
    intervals: z.enum(["true", "false"]),
    level: z.string(),
    unseen: z.enum(["refuse", "zeros"]),
    threshold: z.string(),
    abstain: z.string(),
    costs: z.string(),
    cautious: z.enum(["true", "false"]),
    sets: z.string(),
    seed: z.string(),
    explain: z.enum(["true", "false"]),
  })
  .partial();

export type PredictQuery = z.infer<typeof predictQuery>;
