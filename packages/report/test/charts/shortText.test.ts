import { expect, test } from "vitest";
import { curveLabel } from "../../src/charts/curveLabel.ts";
import { shortText } from "../../src/charts/shortText.ts";

test("names that differ at their end still differ when they are cut", () => {
  expect(shortText("setosa", 6)).toBe("setosa");
  const cut = ["left ventricle, anterior", "left ventricle, inferior"].map((name) => shortText(name, 16));
  expect(cut).toEqual(["left vent…terior", "left vent…ferior"]);
  expect(shortText("𝒜".repeat(20), 8)).toBe(`${"𝒜".repeat(5)}…${"𝒜".repeat(2)}`);
});

test("labels of many curves are short enough for two beside each other", () => {
  expect(curveLabel("setosa", "area", 0.9971, 3)).toBe("setosa, area 0.997");
  expect(curveLabel("a class with a long name 12", "area", 0.9971, 10)).toBe("a class w…ame 12 0.997");
});
