// Charts as SVG files: where the decision of a classifier of two columns changes, and how its rows are projected.
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { decisionBoundaryChart, decisionPlane, projectionChart } from "@kernelbayes/report";
import { svgDocument } from "@kernelbayes/report/node";
import { fit, iris, leastSquaresSupportVector, quadraticDiscriminant } from "kernelbayes";
import { banana } from "kernelbayes/data";

export async function main(print: (line: string) => void): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "kernelbayes-example-"));
  const document = svgDocument(); // in a page its own document serves, and need not be given

  // Two classes: the line P = ½, shades where the probability exceeds 0.75 and 0.95, and dotted lines at a quarter of the
  // way from the boundary to the mean of each class.
  const table = banana({ rows: 150, seed: 1 });
  const posterior = await fit(leastSquaresSupportVector(), table, { target: "class" });
  const plane = decisionPlane(posterior, table);
  const boundary = decisionBoundaryChart(plane, { document, title: "Banana", quarterLines: true });
  await writeFile(join(folder, "banana.svg"), boundary);
  print(`banana.svg: ${/<desc>(.*)<\/desc>/.exec(boundary)?.[1]}`);

  // Many classes have regions that meet.
  const flowers = await fit(quadraticDiscriminant(), iris(), {
    target: "species",
    columns: ["petal length", "petal width"],
  });
  const regions = decisionBoundaryChart(decisionPlane(flowers, iris()), { document, title: "Iris" });
  await writeFile(join(folder, "iris.svg"), regions);
  print(`iris.svg: ${/<desc>(.*)<\/desc>/.exec(regions)?.[1]}`);

  // Charts take plain data, so that figures of any origin can be drawn: here the latent means of the rows.
  const { latentMean } = posterior.predict(table);
  const projected = projectionChart(
    {
      classes: posterior.classes,
      values: latentMean.data.filter((_, at) => at % 2 === 1),
      rowClasses: posterior.training.classes,
      boundary: 0,
    },
    { document, label: "latent mean" },
  );
  await writeFile(join(folder, "projection.svg"), projected);
  print(`projection.svg: ${/<desc>(.*)<\/desc>/.exec(projected)?.[1]}`);
  await rm(folder, { recursive: true });
}
