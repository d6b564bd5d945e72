import { iris, parseCsv, type Table } from "kernelbayes";
import { ripley, twoSpirals } from "kernelbayes/data";
import type { ExampleName } from "../data/calls.ts";

const makers: Readonly<Record<ExampleName, () => Table>> = {
  iris,
  ripley: () => ripley(),
  spirals: () => twoSpirals(),
  dirty,
};

/** A table to begin with. */
export function exampleTable(name: ExampleName): Table {
  return makers[name]();
}

/** Measurements of a laboratory as they come: units, decimal commas, placeholders, an identifier, labels in two spellings, a leak. */
function dirty(): Table {
  const flowers = iris();
  const lines = ["sample;petal length;petal width;sepal length;sepal width;instrument;batch;species;report"];
  const cells = flowers.columns.map((column) => (column.type === "number" ? column.values : column.codes));
  const species = flowers.columns.find(({ type }) => type === "text");
  const names = species?.type === "text" ? species.levels : [];
  for (let row = 0; row < flowers.rows; row++) {
    const [sepalLength, sepalWidth, petalLength, petalWidth, code] = cells.map((values) => values[row]);
    const label = names[code];
    const spelling = row % 37 === 5 ? `${label[0].toUpperCase()}${label.slice(1)}` : label;
    lines.push(
      [
        `S-${1000 + row}`,
        String(petalLength).replace(".", ","),
        row % 23 === 4 ? "n.d." : String(petalWidth),
        row % 19 === 7 ? "-999" : String(sepalLength),
        `${sepalWidth} cm`,
        "A1",
        1 + (Math.floor(row / 10) % 5),
        spelling,
        `R${code}`,
      ].join(";"),
    );
  }
  return parseCsv(lines.join("\n"));
}
