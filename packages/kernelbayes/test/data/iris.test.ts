import { expect, test } from "vitest";
import { iris } from "../../src/data/iris.ts";
import { columnNames } from "../../src/table/table.ts";
import stored from "../fixtures/data/iris.json" with { type: "json" };
import { countsOf, rowsOf } from "./tables.ts";

test("the values are those of scikit-learn, which has Fisher's", () => {
  expect(rowsOf(iris()).map(({ x, label }) => [...x, label])).toEqual(stored);
});

test("flowers 35 and 38, wrong in many copies, are as Fisher printed them", () => {
  const rows = rowsOf(iris());
  expect(rows[34].x).toEqual([4.9, 3.1, 1.5, 0.2]);
  expect(rows[37].x).toEqual([4.9, 3.6, 1.4, 0.1]);
});

test("there are fifty flowers of each species, and the columns are named", () => {
  expect(countsOf(iris())).toEqual({ setosa: 50, versicolor: 50, virginica: 50 });
  expect(columnNames(iris())).toEqual(["sepal length", "sepal width", "petal length", "petal width", "species"]);
});
