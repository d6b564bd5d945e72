import { InputError } from "../errors.ts";
import { plainObject, text } from "../schema.ts";
import { nearestNames } from "../table/nearestNames.ts";
import { bayesianFisher } from "./bayesianFisher.ts";
import type { ModelEntry } from "./describe.ts";
import { leastSquaresSupportVector } from "./leastSquaresSupportVector.ts";
import { linearDiscriminant } from "./linearDiscriminant.ts";
import type { Model } from "./model.ts";
import { oneVersusRest } from "./oneVersusRest.ts";
import { checkOptions } from "./options.ts";
import { pairwise } from "./pairwise.ts";
import { quadraticDiscriminant } from "./quadraticDiscriminant.ts";
import { shrunkenDiscriminant } from "./shrunkenDiscriminant.ts";

const noSearch = {
  "evidence-rises": "There is no criterion that a search would raise step by step.",
  "gradient-at-optimum": "No hyperparameter is searched by gradients.",
};

const shrinkage = {
  name: "shrinkage",
  default: 0,
  values: "a number from 0 to 1",
  text: "How far the covariance is pulled towards a multiple of the identity; above 0 it also serves more columns than rows.",
};

export type ModelName = "lda" | "qda" | "rda" | "lssvm" | "bfd";

/** The models, by the names they have in documents and on the command line. */
export const models: Readonly<Record<ModelName, ModelEntry>> = {
  lda: {
    title: "Linear discriminant",
    family: "discriminant",
    summary: "Gaussian classes with one covariance: straight boundaries, few parameters, a good first model.",
    create: linearDiscriminant,
    options: [shrinkage],
    farLimit: "certainty",
    exemptions: noSearch,
  },
  qda: {
    title: "Quadratic discriminant",
    family: "discriminant",
    summary: "Gaussian classes with a covariance each: curved boundaries, needs many more rows than columns.",
    create: quadraticDiscriminant,
    options: [shrinkage],
    farLimit: "certainty",
    exemptions: noSearch,
  },
  rda: {
    title: "Shrunken Gaussian discriminant",
    family: "discriminant",
    summary:
      "Between linear and quadratic and beyond, by held-out log loss; calibrated; also for more columns than rows.",
    create: shrunkenDiscriminant,
    options: [],
    farLimit: "certainty",
    exemptions: noSearch,
  },
  lssvm: {
    title: "Least-squares support vector machine",
    family: "fisher",
    summary:
      "Curved boundaries by a Gaussian kernel, everything chosen by leave-one-out; calibrated, fast, any number of rows.",
    create: leastSquaresSupportVector,
    options: [
      {
        name: "search",
        default: "auto",
        values: '"auto" or "fast"',
        text: "Whether columns may get weights of their own and all rows be used where that pays, or neither.",
      },
    ],
    farLimit: "constant",
    exemptions: noSearch,
  },
  bfd: {
    title: "Bayesian Fisher discriminant",
    family: "fisher",
    summary:
      "Curved boundaries by any kernel, everything chosen by evidence; uncertain far from the rows; up to some thousand.",
    create: bayesianFisher,
    options: [
      {
        name: "kernel",
        default: undefined,
        values: "a kernel or its document",
        text: "The kernel whose free parameters are searched; a scaled gaussian kernel with a nugget unless given.",
      },
      {
        name: "starts",
        default: [0.01, 0.1, 1, 10],
        values: "a list of positive numbers",
        text: "One over the squared length scales that searches start from, over the median squared distance of two rows.",
      },
    ],
    farLimit: "constant",
    exemptions: {
      "evidence-rises":
        "The starts are searched as tasks of their own, whose steps are counted and not followed when many classes are coupled.",
    },
  },
};

/** How deep models may be nested in a document. */
const deepest = 4;

const couplings: Readonly<Record<string, (model: Model) => Model>> = {
  "one-versus-rest": oneVersusRest,
  pairwise,
};

/** A model from its document: a name of the catalogue with its options, or a coupling with the model inside. */
export function modelFromDocument(document: unknown, path = "model", depth = 0): Model {
  const { name: unchecked, ...options } = plainObject(document, path);
  const name = text(unchecked, `${path}.name`);
  if (Object.hasOwn(couplings, name)) {
    checkOptions(name, options, ["model"]);
    if (depth >= deepest) throw new InputError("invalid-document", `${path} nests models too deeply.`);
    return couplings[name](modelFromDocument(options.model, `${path}.model`, depth + 1));
  }
  if (Object.hasOwn(models, name)) return models[name as ModelName].create(options);
  const known = [...Object.keys(models), ...Object.keys(couplings)];
  const near = nearestNames(name, known);
  const hint = near.length > 0 ? `Did you mean ${near.join(" or ")}?` : `There are ${known.join(", ")}.`;
  throw new InputError("unknown-model", `There is no model "${name}". ${hint}`);
}
