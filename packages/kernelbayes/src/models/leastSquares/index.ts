export type { Bias } from "./expansion/scaledFeatures.ts";
export {
  kernelForm,
  type CanonicalForm,
  type ExpansionForm,
  type FormOptions,
  type ResidualForm,
} from "./canonical/canonicalForm.ts";
export {
  chooseRegularization,
  regularizationGrid,
  type ChosenRegularization,
} from "./expansion/chooseRegularization.ts";
export { smoothedError, type Criterion } from "./canonical/criterionOf.ts";
export {
  leaveOneOutOnGrid,
  responseOf,
  type ResidualResponse,
  type ResidualsWithDerivatives,
  type Response,
} from "./canonical/leaveOneOutAt.ts";
