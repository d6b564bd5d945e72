export type { Bias } from "./bias.ts";
export {
  kernelForm,
  type CanonicalForm,
  type ExpansionForm,
  type FormOptions,
  type ResidualForm,
} from "./canonicalForm.ts";
export { chooseRegularization, regularizationGrid, type ChosenRegularization } from "./chooseRegularization.ts";
export { smoothedError, type Criterion } from "./criteria.ts";
export {
  leaveOneOutOnGrid,
  responseOf,
  type ResidualResponse,
  type ResidualsWithDerivatives,
  type Response,
} from "./leaveOneOut.ts";
