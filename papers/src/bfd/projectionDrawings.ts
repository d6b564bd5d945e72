import { type Posterior, type Table } from "kernelbayes";
import { matrix } from "kernelbayes/engine";
import { tableOf } from "kernelbayes/table";
import { decisionBoundaryChart, decisionPlane, latentHistogramChart, planePoints } from "@kernelbayes/report";
import { svgDocument } from "@kernelbayes/report/node";
import { placesOf, type PooledClass } from "./pooledHistogram.ts";
import { meansOf, type Project } from "./projection.ts";

/** Grid points along each axis. */
const resolution = 100;

/** The boundary between training rows in two columns, with lines a quarter of the way from it to the projected class means. */
export function quarterDrawing(posterior: Posterior, train: Table, project: Project, title: string): string {
  const plane = decisionPlane(posterior, train, { resolution });
  const points = planePoints(plane.plane);
  const [x, y] = [points.x, points.y].map((values) => Float64Array.from(values));
  const values = project(
    tableOf([
      { name: plane.axes[0], type: "number", values: x },
      { name: plane.axes[1], type: "number", values: y },
    ]),
  );
  const means = meansOf(project(train), posterior.training.classes);
  return decisionBoundaryChart(
    { ...plane, projection: { values, boundary: 0, means } },
    { document: svgDocument(), title, quarterLines: true },
  );
}

/** Histograms of the projections of several sets of rows, by class, from their counts. */
export function histogramDrawing(classes: readonly PooledClass[], title: string): string {
  const labels = [...new Set(classes.map(({ label }) => label))];
  const sets = [...new Set(classes.map(({ set }) => set))].map((name) => {
    const own = labels.map((label) => classes.find((each) => each.set === name && each.label === label));
    const places = own.map((each) => (each ? placesOf(each) : []));
    return {
      name,
      latent: bothSides(Float64Array.from(places.flat())),
      rowClasses: Int32Array.from(places.flatMap((values, q) => values.map(() => q))),
    };
  });
  return latentHistogramChart(labels, sets, {
    document: svgDocument(),
    title,
    label: "projection",
    zeroLabel: "midpoint of the class means",
  });
}

/** Places as the outputs of two classes, of which the chart shows the second. */
function bothSides(places: Float64Array): ReturnType<typeof matrix> {
  const latent = matrix(places.length, 2);
  places.forEach((place, row) => latent.data.set([-place, place], 2 * row));
  return latent;
}
