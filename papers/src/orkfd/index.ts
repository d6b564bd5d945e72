import type { Paper } from "../paper.ts";
import { paperTitles } from "../paperTitles.ts";
import { errata, printed } from "./inPrint.ts";
import { orkfdBoundary } from "./boundary.ts";
import { orkfdLeaveOneOut } from "./leaveOneOut.ts";
import { orkfdRunTime } from "./runTime.ts";
import { orkfdSigmoids } from "./sigmoids.ts";
import { orkfdTable } from "./table.ts";

/** The paper on the optimally regularized kernel Fisher discriminant. */
export const orkfd: Paper = {
  name: "orkfd",
  title: paperTitles.orkfd,
  reference:
    "K. Saadi, N. L. C. Talbot and G. C. Cawley, Optimally regularised kernel Fisher discriminant classification, Neural Networks 20, 2007.",
  introduction:
    "A kernel Fisher discriminant is a least-squares machine on two targets, one for each class. The paper brings it to canonical form, in which " +
    "the leave-one-out error at any regularization μ takes O(n²), and finds the best μ by Newton's method on a smoothed count of errors. Its residuals " +
    "sign(y) − Hy are those of leaving a row out if the targets are ±1, which is how Table 1 is repeated; figures have Fisher's targets n/n₁ and −n/n₀.",
  printed,
  errata,
  studies: (settings) => [
    orkfdSigmoids(),
    orkfdBoundary(settings),
    orkfdRunTime(settings),
    orkfdLeaveOneOut(settings),
    orkfdTable(settings),
  ],
};
