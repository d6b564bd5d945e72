import type { Engine } from "../engine.ts";
import { cholesky } from "./cholesky.ts";
import { gaussianMatrix, squaredDistances } from "./squaredDistances.ts";
import { eigenSymmetric } from "./eigenSymmetric.ts";
import { inverseDiagonal, inverseFactored, solveFactored } from "./solveFactored.ts";
import { incompleteCholesky } from "./incompleteCholesky.ts";
import { eigenvaluesSymmetric, leadingEigenSymmetric } from "./leadingEigenSymmetric.ts";
import { multiply } from "./multiply.ts";
import { qr } from "./qr.ts";
import { solveTriangular } from "./solveTriangular.ts";
import { svd } from "./svd.ts";
import { symmetricProduct } from "./symmetricProduct.ts";
import { updateFactored } from "./updateFactored.ts";

/** The engine in plain TypeScript: runs everywhere, is written to be read, and is what the faster engines are compared with. */
export const referenceEngine: Engine = {
  name: "reference",
  multiply,
  symmetricProduct,
  cholesky,
  solveTriangular,
  solveFactored,
  inverseFactored,
  inverseDiagonal,
  updateFactored,
  eigenSymmetric,
  eigenvaluesSymmetric,
  leadingEigenSymmetric,
  qr,
  svd,
  incompleteCholesky,
  squaredDistances,
  gaussianMatrix,
};
