import { InputError } from "../errors.ts";
import { plainObject, text } from "../schema.ts";
import { nearestNames } from "../table/nearestNames.ts";
import { autoModel } from "./auto/autoModel.ts";
import { bayesianFisher } from "./fisher/bfd.ts";
import { bayesianKernelFisher } from "./leastSquares/bayesianKfda.ts";
import { bayesianLeastSquaresSupportVector } from "./leastSquares/bayesianLssvm.ts";
import { bayesianTrigonometric } from "./process/btsvc.ts";
import type { ModelEntry } from "./modelEntry.ts";
import { describeExpansionOptions } from "./leastSquares/expansionOptions.ts";
import { gaussianProcess } from "./process/gpc.ts";
import { kernelFisher } from "./leastSquares/kfd.ts";
import { kernelLogistic } from "./process/klr.ts";
import { kernelProjections } from "./projection/bkpc.ts";
import { kernelRidge } from "./leastSquares/krr.ts";
import { leastSquaresSupportVector } from "./leastSquares/lssvm.ts";
import { linearBayesianFisher } from "./fisher/bfdLinear.ts";
import { linearDiscriminant } from "./discriminant/lda.ts";
import type { Model } from "./model.ts";
import { multinomialKernel } from "./projection/bmkc.ts";
import { logistic } from "./logistic/logistic.ts";
import { optimallyRegularizedFisher } from "./leastSquares/orkfd.ts";
import { oneVersusRest } from "./coupled/oneVersusRest.ts";
import { checkOptions } from "./parts/options.ts";
import { pairwise } from "./coupled/pairwise.ts";
import { describeProjectionOptions } from "./projection/projectionOptions.ts";
import { quadraticDiscriminant } from "./discriminant/qda.ts";
import { shrunkenDiscriminant } from "./discriminant/rda.ts";
import { supportVector } from "./supportVector/svc.ts";
import { trigonometric } from "./process/tsvc.ts";

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

const calibration = {
  name: "calibration",
  default: "curve",
  values: '"curve" or "none"',
  text: "Whether log odds are corrected by a curve on those of left-out rows, or taken at their word.",
};

export type ModelName =
  | "lda"
  | "qda"
  | "rda"
  | "lssvm"
  | "orkfd"
  | "krr"
  | "bfd"
  | "bfd-linear"
  | "bayesian-kfda"
  | "bayesian-lssvm"
  | "gpc"
  | "kfd"
  | "klr"
  | "logistic"
  | "svc"
  | "tsvc"
  | "btsvc"
  | "bkpc"
  | "bmkc"
  | "auto";

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
    options: /* @__PURE__ */ describeExpansionOptions("lssvm"),
    farLimit: "constant",
    exemptions: noSearch,
  },
  orkfd: {
    title: "Optimally regularized kernel Fisher discriminant",
    family: "fisher",
    summary:
      "The kernel Fisher discriminant as least squares, everything chosen by leave-one-out; calibrated, any number of rows.",
    create: optimallyRegularizedFisher,
    options: /* @__PURE__ */ describeExpansionOptions("orkfd"),
    farLimit: "constant",
    exemptions: noSearch,
  },
  krr: {
    title: "Kernel ridge regression",
    family: "fisher",
    summary:
      "Least squares on the class signs without a constant, or with a penalized one; by leave-one-out; calibrated, any number of rows.",
    create: kernelRidge,
    options: /* @__PURE__ */ describeExpansionOptions("krr"),
    farLimit: "constant",
    exemptions: noSearch,
  },
  bfd: {
    title: "Bayesian Fisher discriminant",
    family: "fisher",
    summary:
      "Curved boundaries by any kernel, everything chosen by evidence; probabilities that know how far the rows are.",
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
        default: [0.01, 0.1, 1, 10, 100],
        values: "a list of positive numbers",
        text: "One over the squared length scales that searches start from, over the median squared distance of two rows.",
      },
      {
        name: "inference",
        default: "evidence",
        values: '"evidence" or "em"',
        text: "Whether the evidence is climbed itself or by expectation maximization, at many times the work.",
      },
      {
        name: "precision",
        default: "search",
        values: '"search", "parzen", "fisher" or a positive number',
        text: "One over the variance of the projections within a class: searched with the kernel, kept, or at its end 0 (parzen) or infinity (fisher).",
      },
      {
        name: "precisionPrior",
        default: { shape: 0.5, rate: 5 },
        values: "an object with positive shape and rate",
        text: "The Gamma prior of the precision, without which the evidence would grow for ever.",
      },
      {
        name: "degrees",
        default: "rows",
        values: '"rows" or "rank"',
        text: "How many degrees of freedom the noise counts: all rows, or two less.",
      },
      {
        name: "rank",
        default: "auto",
        values: '"auto", "all" or a whole number',
        text: "How many rows make the kernel: all, some pivots, or all of up to 2000 rows and 256 pivots of more.",
      },
      calibration,
    ],
    farLimit: "constant",
    exemptions: {
      "evidence-rises":
        "With many classes the machines are fitted as tasks of their own, whose steps are counted and not followed.",
    },
  },
  "bfd-linear": {
    title: "Linear Bayesian Fisher discriminant",
    family: "fisher",
    summary:
      "Straight boundaries with weights held back by evidence; for few rows and many columns; can switch columns off.",
    create: linearBayesianFisher,
    options: [
      {
        name: "prior",
        default: "shared",
        values: '"shared" or "ard"',
        text: "Whether all columns share one prior precision, or each has its own and may be switched off.",
      },
      {
        name: "inference",
        default: "evidence",
        values: '"evidence" or "em"',
        text: "Whether precisions are found by gradients of the evidence, or by expectation maximization, which is slower.",
      },
      {
        name: "precisionPrior",
        default: { shape: 0.5, rate: 0.5 },
        values: "{ shape, rate }, both positive",
        text: "The Gamma density of the precision within the classes before the rows are seen.",
      },
      calibration,
    ],
    farLimit: "constant",
    exemptions: {
      "evidence-rises":
        "Many classes are coupled, and the machines of a coupling are counted and not followed; of two classes a test of its own sees the criterion rise.",
    },
  },
  kfd: {
    title: "Kernel Fisher discriminant",
    family: "fisher",
    summary:
      "Directions that set the classes apart in the space of a kernel, to be drawn; chosen on folds; calibrated; up to some thousand rows.",
    create: kernelFisher,
    options: [
      {
        name: "kernel",
        default: undefined,
        values: "a kernel or its document",
        text: "The kernel as it is used; a gaussian kernel whose width is chosen unless given.",
      },
      {
        name: "form",
        default: "regularized",
        values: '"regularized" or "threshold"',
        text: "Whether something is added to the scatter within the classes, or small eigenvalues are left out.",
      },
      {
        name: "regularizer",
        default: "kernel",
        values: '"kernel" or "identity"',
        text: "What the regularized form adds, μ times the kernel matrix or μ times the identity.",
      },
      {
        name: "regularization",
        default: "cross-validation",
        values: '"cross-validation" or a positive number',
        text: "The factor μ of the regularized form.",
      },
      {
        name: "threshold",
        default: "cross-validation",
        values: '"cross-validation" or a number between 0 and 1',
        text: "The share of the largest eigenvalue below which the threshold form leaves eigenvalues out.",
      },
    ],
    farLimit: "constant",
    exemptions: noSearch,
  },
  "bayesian-kfda": {
    title: "Bayesian kernel Fisher discriminant of Lin",
    family: "fisher",
    summary:
      "Least squares on coded classes with a penalty matrix of your choice; calibrated; labels by probability or by vote; up to some thousand rows.",
    create: bayesianKernelFisher,
    options: [
      {
        name: "kernel",
        default: undefined,
        values: "a kernel or its document",
        text: "The kernel as it is used; a gaussian kernel whose width is chosen unless given.",
      },
      {
        name: "penalty",
        default: "identity",
        values: '"identity", "kernel" or the rows of a matrix',
        text: "The matrix A of the penalty on the coefficients; rows and columns of your own belong to the training rows.",
      },
      {
        name: "regularization",
        default: "leave-one-out",
        values: '"leave-one-out", "evidence" or a positive number',
        text: "The factor r of the penalty, or how it and the width of the kernel are chosen.",
      },
      {
        name: "decision",
        default: "probability",
        values: '"probability" or "vote"',
        text: "Whether the label is the most probable class or that of the largest output, as Lin has it.",
      },
    ],
    farLimit: "constant",
    exemptions: noSearch,
  },
  "bayesian-lssvm": {
    title: "Bayesian least-squares support vector machine",
    family: "fisher",
    summary:
      "Curved boundaries by any kernel, everything inferred by evidence at three levels; finds the columns that matter; up to some thousand rows.",
    create: bayesianLeastSquaresSupportVector,
    options: [
      {
        name: "kernel",
        default: undefined,
        values: "a kernel or its document",
        text: "The kernel whose free parameters are searched; a gaussian kernel unless given.",
      },
      {
        name: "ard",
        default: false,
        values: "true or false",
        text: "Whether each column has a length scale of its own, so that columns that do not matter are switched off.",
      },
      {
        name: "starts",
        default: [0.1, 1, 10],
        values: "a list of positive numbers",
        text: "One over the squared length scales that searches start from, over the median squared distance of two rows.",
      },
      {
        name: "odds",
        default: "side",
        values: '"side", "targets" or "empirical"',
        text: "How outputs become probabilities: by the side a target falls on, by the odds of the targets, or of the class means.",
      },
    ],
    farLimit: "constant",
    exemptions: {
      "evidence-rises":
        "With many classes the machines are fitted as tasks of their own, whose steps are counted and not followed.",
    },
  },
  gpc: {
    title: "Gaussian process classifier",
    family: "support-vector",
    summary:
      "A latent function by any kernel, everything chosen by evidence; probabilities as sure as the rows allow; up to some thousand rows.",
    create: gaussianProcess,
    options: [
      {
        name: "kernel",
        default: undefined,
        values: "a kernel or its document",
        text: "The kernel whose free parameters are searched; a scaled gaussian kernel with a constant unless given.",
      },
      {
        name: "ard",
        default: false,
        values: "true or false",
        text: "Whether each column has a length scale of its own, so that columns that do not matter are switched off.",
      },
      {
        name: "likelihood",
        default: "logistic",
        values: '"logistic" or "probit"',
        text: "How a class follows from the latent function. With Laplace's method it is logistic.",
      },
      {
        name: "inference",
        default: "ep",
        values: '"ep" or "laplace"',
        text: "Expectation propagation, or Laplace's method, which takes a fifth of the time and is less sure of itself.",
      },
      {
        name: "starts",
        default: [0.1, 1, 10, 100],
        values: "a list of positive numbers",
        text: "One over the squared length scales that searches start from, over the median squared distance of two rows.",
      },
      calibration,
      {
        name: "manyClasses",
        default: "one-versus-rest",
        values: '"softmax" or "one-versus-rest"',
        text: "Whether more than two classes are taken at once, by Laplace's method, or each against the rest.",
      },
    ],
    farLimit: "constant",
    exemptions: {
      "evidence-rises":
        "With many classes the machines are fitted as tasks of their own, whose steps are counted and not followed.",
    },
  },
  svc: {
    title: "Support vector classifier",
    family: "support-vector",
    summary:
      "The boundary of widest margin, by any kernel; cost and width by the span estimate; calibrated; up to some ten thousand rows.",
    create: supportVector,
    options: [
      {
        name: "kernel",
        default: undefined,
        values: "a kernel or its document",
        text: "The kernel, whose free length scales are chosen as one width; a gaussian kernel unless given.",
      },
      {
        name: "cost",
        default: "search",
        values: '"search" or a positive number',
        text: "C, what a row inside the margin costs.",
      },
      {
        name: "criterion",
        default: "span",
        values: '"span" or "folds"',
        text: "Whether cost and width are chosen by the span estimate and left-out rows for the best five, or on folds throughout.",
      },
      {
        name: "classWeights",
        default: "none",
        values: '"none" or "balanced"',
        text: "Whether rows of a rare class cost more, so that both classes cost the same in all.",
      },
      {
        name: "tolerance",
        default: 1e-3,
        values: "a number greater than 0 and at most 0.1",
        text: "By how much the conditions of an optimum may be violated when the training in pairs of rows ends.",
      },
      {
        name: "iterations",
        default: 1e7,
        values: "a whole number from 1",
        text: "The most steps of the training; a warning says when they did not suffice.",
      },
    ],
    farLimit: "constant",
    exemptions: noSearch,
  },
  klr: {
    title: "Kernel logistic regression",
    family: "support-vector",
    summary:
      "Curved boundaries by any kernel, probabilities fitted themselves; C and width by left-out rows; up to some thousand rows.",
    create: kernelLogistic,
    options: [
      {
        name: "kernel",
        default: undefined,
        values: "a kernel or its document",
        text: "The kernel whose free parameters are searched, up to four of them; a gaussian kernel unless given.",
      },
      {
        name: "cost",
        default: "search",
        values: '"search" or a positive number',
        text: "C, what a row costs that the function does not fit, over the penalty on its roughness.",
      },
      {
        name: "starts",
        default: [0.01, 0.1, 1, 10],
        values: "a list of positive numbers",
        text: "One over the squared length scales that the search begins with, over the median squared distance of two rows.",
      },
      {
        name: "criterion",
        default: "leave-one-out",
        values: '"leave-one-out" or "folds"',
        text: "Whether C and kernel are chosen by the log probability of rows left out one by one, by formula, or in five folds.",
      },
    ],
    farLimit: "constant",
    exemptions: {
      "evidence-rises":
        "Many classes are coupled, and the machines of a coupling are counted and not followed; of two classes a test of its own sees the criterion rise.",
      "gradient-at-optimum": "No hyperparameter is searched by gradients.",
    },
  },
  logistic: {
    title: "Multinomial logistic regression",
    family: "support-vector",
    summary:
      "Straight boundaries between any number of classes, fitted jointly; ridge by leave-one-out; also for more columns than rows.",
    create: logistic,
    options: [
      {
        name: "penalty",
        default: "leave-one-out",
        values: '"leave-one-out" or a positive number',
        text: "The factor λ of half the squared coefficients of all classes.",
      },
    ],
    farLimit: "certainty",
    exemptions: { "gradient-at-optimum": "No hyperparameter is searched by gradients." },
  },
  tsvc: {
    title: "Trigonometric support vector classifier",
    family: "support-vector",
    summary:
      "A support vector machine with the trigonometric loss; kernel and variance by folds; calibrated; up to some thousand rows.",
    create: trigonometric,
    options: [
      {
        name: "kernel",
        default: undefined,
        values: "a kernel or its document",
        text: "The kernel whose free parameters are searched, up to four of them; a gaussian kernel unless given.",
      },
      {
        name: "variance",
        default: "search",
        values: '"search" or a positive number',
        text: "A factor of the kernel, the only regularization there is: the larger, the closer the rows are fitted.",
      },
      {
        name: "starts",
        default: [0.03, 0.3, 3],
        values: "a list of positive numbers",
        text: "One over the squared length scales that the search begins with, over the median squared distance of two rows.",
      },
    ],
    farLimit: "constant",
    exemptions: noSearch,
  },
  btsvc: {
    title: "Bayesian trigonometric support vector classifier",
    family: "support-vector",
    summary:
      "Curved boundaries by any kernel, chosen by evidence; certain beyond a margin, so that few rows matter; up to some thousand rows.",
    create: bayesianTrigonometric,
    options: [
      {
        name: "kernel",
        default: undefined,
        values: "a kernel or its document",
        text: "The kernel whose free parameters are searched; a scaled gaussian kernel with a constant unless given.",
      },
      {
        name: "ard",
        default: false,
        values: "true or false",
        text: "Whether each column has a length scale of its own, so that columns that do not matter are switched off.",
      },
      {
        name: "starts",
        default: [0.1, 1, 10, 100],
        values: "a list of positive numbers",
        text: "The variances that searches start from; of a kernel of your own, factors of its variances.",
      },
      {
        name: "inference",
        default: "ep",
        values: '"ep", "laplace" or "ep-after-laplace"',
        text: "Expectation propagation; Laplace's method, faster and less exact; or the first at the kernel that the second has chosen.",
      },
      {
        name: "solver",
        default: "newton",
        values: '"newton" or "sequential"',
        text: "With Laplace's method: the whole kernel matrix at once, or two rows at a time in little memory, for many rows.",
      },
      {
        name: "committee",
        default: false,
        values: 'true, false or "equal"',
        text: "Whether all different optima of the search predict together, weighted by their evidence or as equals.",
      },
      {
        name: "hyperparameters",
        default: "evidence",
        values: '"evidence" or "sampled"',
        text: "Whether the kernel of the highest evidence predicts, or sixteen that are drawn from their posterior.",
      },
      calibration,
      {
        name: "polish",
        default: undefined,
        values: "true or false",
        text: "Whether the end of the search is brought to rest; where there are few rows and parameters unless given.",
      },
      {
        name: "refine",
        default: false,
        values: "true or false",
        text: "Whether leave-one-out refits the rows that matter most, a tenth at most.",
      },
    ],
    farLimit: "constant",
    exemptions: {
      "evidence-rises":
        "With many classes the machines are fitted as tasks of their own, whose steps are counted and not followed.",
    },
  },
  bkpc: {
    title: "Bayesian kernel projection classifier",
    family: "projection",
    summary:
      "Few kernel principal components and Markov chains: a whole posterior of class probabilities; for few rows and many columns.",
    create: kernelProjections,
    options: /* @__PURE__ */ describeProjectionOptions("bkpc"),
    quick: { bandwidth: "median", chains: 2, burnIn: 50, sweeps: 150 },
    farLimit: "constant",
    exemptions: { "gradient-at-optimum": "No hyperparameter is searched by gradients." },
  },
  bmkc: {
    title: "Bayesian multinomial kernel classifier",
    family: "projection",
    summary:
      "The kernel with every row and Markov chains: a whole posterior of class probabilities; up to some hundred rows.",
    create: multinomialKernel,
    options: /* @__PURE__ */ describeProjectionOptions("bmkc"),
    quick: { chains: 2, burnIn: 50, sweeps: 100 },
    farLimit: "constant",
    exemptions: noSearch,
  },
  auto: {
    title: "Several models as one",
    family: "auto",
    summary:
      "Tries linear, discriminant and kernel models on several views of the columns and combines those that predict unseen rows best.",
    create: (options) => autoModel(options ?? {}, modelFromDocument),
    options: [
      {
        name: "effort",
        default: "normal",
        values: '"low", "normal" or "high"',
        text: "How much is tried: the fast tuned fit alone, the usual members, or more of them.",
      },
      {
        name: "budget",
        default: undefined,
        values: "a positive number",
        text: "Seconds after which no further member is begun; no limit unless given.",
      },
      {
        name: "combine",
        default: "pool",
        values: '"pool", "stacking" or "best"',
        text: "Whether members are pooled, mixed, or the best of them speaks alone.",
      },
    ],
    quick: { effort: "low" },
    combines: true,
    farLimit: "constant",
    exemptions: noSearch,
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
