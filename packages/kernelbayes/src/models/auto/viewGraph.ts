import type { View } from "./view.ts";
import type { GraphBuilder, Value } from "../../onnx/graphBuilder.ts";
import { rankGraph } from "../../onnx/encodingGraph.ts";
import { beside, pickColumns } from "../../onnx/steps.ts";

/** Values this near to each other, for their size, are one value of a category. */
const SAME = 1e-12;

/** Encoded rows as a member of `auto` sees them: columns as they are, by their ranks, or with an indicator for each value. */
export function viewGraph(graph: GraphBuilder, view: View, X: Value, columns: number): Value {
  if (view.length === columns && view.every(({ column, values }, at) => column === at && !values)) return X;
  return beside(
    graph,
    view.map(({ column, values, counts }) => {
      const own = pickColumns(graph, X, [column]);
      if (!values) return own;
      if (counts) return rankGraph(graph, own, values, counts);
      const apart = graph.node("Abs", [graph.node("Sub", [own, graph.row(values)])]);
      const near = graph.row(Array.from(values, (value) => SAME * Math.max(1, Math.abs(value))));
      return graph.node("Where", [graph.node("Less", [apart, near]), graph.number(Math.SQRT1_2), graph.number(0)]);
    }),
  );
}
