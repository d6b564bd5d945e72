import type { Engine } from "../engine.ts";
import {
  cholesky,
  inverseDiagonal,
  inverseFactored,
  solveFactored,
  incompleteCholesky,
  solveTriangular,
  updateFactored,
} from "./cholesky.ts";
import { gaussianMatrix, squaredDistances } from "./squaredDistances.ts";
import { eigenSymmetric, eigenvaluesSymmetric, leadingEigenSymmetric } from "./eigenSymmetric.ts";
import { multiply, symmetricProduct } from "./multiply.ts";
import { qr } from "./qr.ts";
import { svd } from "./svd.ts";

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
