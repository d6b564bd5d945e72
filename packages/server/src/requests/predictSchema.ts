import { z } from "zod";

const probability = z.number().gt(0).lt(1);

/** How predictions are to be explained. */
export const explainOptions = z
  .strictObject({
    classes: z
      .enum(["decided", "all"])
      .describe("What is explained: the decided class of each row, or every class. Default: decided."),
    background: z
      .array(z.unknown())
      .min(1)
      .describe(
        "Rows that show what is usual: absent columns take their values from these. Default: the training rows, where the model holds them.",
      ),
    backgroundRows: z
      .int()
      .min(1)
      .max(1000)
      .describe("How many of them are drawn at most. Default: 50, or 25 where values are sampled."),
    absent: z
      .enum(["background", "removed"])
      .describe(
        "What becomes of absent columns. Default: background, where there are background rows; else removed, where the model comes apart by column.",
      ),
    scale: z
      .enum(["latent", "log-odds"])
      .describe(
        "What the contributions add up to. Default: log odds where they are linear in what the model computes, else latent.",
      ),
    deviations: z
      .boolean()
      .describe("Whether exact contributions come with their posterior deviations. Default: false."),
  })
  .partial();

export type ExplainWords = z.infer<typeof explainOptions>;

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
    seed: z.int().describe("Equal seeds give equal sets and explanations. Default: 1."),
    explain: z
      .union([z.boolean(), explainOptions])
      .describe(
        "Whether each row has what its columns contribute, and how. Takes far longer than predicting. Default: false.",
      ),
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
