import { InputError, NumericalError } from "kernelbayes";
import { type Tasks } from "kernelbayes/executors";
import { progress, type Work } from "kernelbayes/progress";

/** Tasks of different shapes: quick, and failing. */
export const tasks: Tasks = {
  *square(input: number): Work<number> {
    // The first inputs take the most steps, so that outputs would stand in the wrong order if they were taken as they come.
    for (let step = 1; step <= 10 - input; step++) yield progress("squaring", step, 10 - input);
    return input ** 2;
  },
  *refuse(row: number): Work<never> {
    yield progress("refusing", 0, 1);
    throw new InputError("bad-row", `Row ${row} is bad.`, { row, column: "height" });
  },
  *diverge(): Work<never> {
    yield progress("diverging", 0, 1);
    throw new NumericalError("no-convergence", "The search did not converge.");
  },
};
