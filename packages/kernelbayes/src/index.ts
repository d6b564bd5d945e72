// What a first program needs, and the types that it meets. A test holds the list; everything else has a path of its own.
export { EnvironmentError, InputError, NumericalError, type Place, type Warning } from "./errors.ts";
export type { Matrix } from "./engine/matrix.ts";

export { crossValidate, fit, fitSync } from "./fit/fit.ts";
export type { FitOptions } from "./fit/fitWork.ts";
export type { CrossValidateOptions, CrossValidation } from "./fit/crossValidateWork.ts";
export { estimateCost, type CostEstimate } from "./fit/estimateCost.ts";
export { loadPosterior } from "./fit/loadPosterior.ts";
export type { Posterior, PosteriorDocument, PredictOptions } from "./posterior/posterior.ts";
export type { Prediction } from "./posterior/prediction.ts";
export type { Scores } from "./evaluate/evaluate.ts";
export type { Executor } from "./run/executor.ts";
export type { Progress } from "./run/work.ts";

export { parseCsv, type CsvOptions } from "./table/text/parseCsv.ts";
export { parseJsonRows } from "./table/text/parseJsonRows.ts";
export { selectRows, tableFromColumns, tableFromRows, type Table } from "./table/table.ts";
export type { Column } from "./table/column.ts";
export { iris } from "./data/iris.ts";

export type { Kernel } from "./kernels/kernel.ts";
export { gaussian } from "./kernels/gaussian.ts";
export { linear } from "./kernels/linear.ts";
export { matern } from "./kernels/matern.ts";
export { polynomial } from "./kernels/polynomial.ts";

export type { Model } from "./models/model.ts";
export { auto } from "./models/auto/auto.ts";
export { bayesianFisher } from "./models/fisher/bfd.ts";
export { bayesianKernelFisher } from "./models/leastSquares/bayesianKfda.ts";
export { bayesianLeastSquaresSupportVector } from "./models/leastSquares/bayesianLssvm.ts";
export { bayesianTrigonometric } from "./models/process/btsvc.ts";
export { gaussianProcess } from "./models/process/gpc.ts";
export { kernelFisher } from "./models/leastSquares/kfd.ts";
export { kernelLogistic } from "./models/process/klr.ts";
export { kernelProjections } from "./models/projection/bkpc.ts";
export { kernelRidge } from "./models/leastSquares/krr.ts";
export { leastSquaresSupportVector } from "./models/leastSquares/lssvm.ts";
export { linearBayesianFisher } from "./models/fisher/bfdLinear.ts";
export { linearDiscriminant } from "./models/discriminant/lda.ts";
export { logistic } from "./models/logistic/logistic.ts";
export { multinomialKernel } from "./models/projection/bmkc.ts";
export { oneVersusRest } from "./models/coupled/oneVersusRest.ts";
export { optimallyRegularizedFisher } from "./models/leastSquares/orkfd.ts";
export { pairwise } from "./models/coupled/pairwise.ts";
export { quadraticDiscriminant } from "./models/discriminant/qda.ts";
export { recursiveFeatureMachine } from "./models/leastSquares/rfm.ts";
export { shrunkenDiscriminant } from "./models/discriminant/rda.ts";
export { supportVector } from "./models/supportVector/svc.ts";
export { trigonometric } from "./models/process/tsvc.ts";
