import { describe, expect, test } from "vitest";
import { matrix } from "../../src/engine/matrix.ts";
import {
  columns,
  composite,
  constant,
  gaussian,
  hamming,
  kernels,
  l1,
  linear,
  matern,
  nugget,
  polynomial,
  precomputed,
  product,
  rationalQuadratic,
  scale,
  spline,
  sum,
  type Kernel,
  type KernelName,
} from "../../src/kernels/index.ts";
import { kernelBattery, type KernelBatteryOptions, type KernelLimit } from "../../src/testing/kernelBattery.ts";
import { engines } from "./engines.ts";

const pages = Object.keys(import.meta.glob("../../../../docs/kernels/*.md"));

interface Subject {
  readonly title: string;
  readonly kernel: Kernel;
  readonly options?: Omit<KernelBatteryOptions, "engine">;
}

const equalRows = (x: ArrayLike<number>, z: ArrayLike<number>): number =>
  Array.from(x).every((value, j) => value === z[j]) ? 1 : 0;
const innerProduct = (x: ArrayLike<number>, z: ArrayLike<number>): number =>
  Array.from(x).reduce((total, value, j) => total + value * z[j], 0);
const codes = matrix(7, 3, Float64Array.of(0, 1, 2, 0, 1, 0, 1, 1, 2, 2, 0, 1, 0, 1, 2, 3, 3, 3, 1, 0, 0));
const gram = [
  [2, 0.5, -0.25, 0.1],
  [0.5, 1.5, 0.75, 0],
  [-0.25, 0.75, 3, 1],
  [0.1, 0, 1, 1],
];
const rowNumbers = matrix(6, 1, Float64Array.of(2, 0, 1, 3, 2, 0));

/** Both ends of a parameter at which a kernel tends to the constant 1 and to the indicator of equal rows. */
const ends = (make: (size: number) => Kernel, large: number, small: number): readonly KernelLimit[] => [
  { title: "a limit of its parameter is the constant 1", kernel: make(large), expected: () => 1, tolerance: 1e-6 },
  { title: "a limit of its parameter is 1 for equal rows", kernel: make(small), expected: equalRows, tolerance: 1e-12 },
];

const subjects: Readonly<Record<KernelName, readonly Subject[]>> = {
  gaussian: [
    {
      title: "gaussian, one length scale",
      kernel: gaussian({ lengthScale: 0.8 }),
      options: { limits: ends((lengthScale) => gaussian({ lengthScale }), 1e5, 1e-5) },
    },
    { title: "gaussian, one length scale a column", kernel: gaussian({ lengthScale: 1.2, relevance: "each" }) },
    { title: "gaussian, given length scales", kernel: gaussian({ lengthScale: [0.5, 2, 9], fixed: ["lengthScale"] }) },
    { title: "gaussian, no columns", kernel: gaussian({ relevance: "each" }), options: { columns: 0 } },
    { title: "gaussian, tiny length scale", kernel: gaussian({ lengthScale: 1e-140 }) },
    { title: "gaussian, huge length scale", kernel: gaussian({ lengthScale: 1e140, relevance: "each" }) },
  ],
  matern: ([0.5, 1.5, 2.5] as const).flatMap((smoothness) => [
    {
      title: `matern ${smoothness}, one length scale`,
      kernel: matern({ smoothness, lengthScale: 1.5 }),
      options: { limits: ends((lengthScale) => matern({ smoothness, lengthScale }), 1e8, 1e-5) },
    },
    { title: `matern ${smoothness}, one a column`, kernel: matern({ smoothness, lengthScale: 2, relevance: "each" }) },
    {
      title: `matern ${smoothness}, tiny length scale`,
      kernel: matern({ smoothness, lengthScale: 1e-140, relevance: "each" }),
    },
  ]),
  l1: [
    {
      title: "l1, one weight",
      kernel: l1({ weight: 0.4 }),
      options: { limits: ends((weight) => l1({ weight }), 1e-8, 1e5) },
    },
    { title: "l1, one weight a column", kernel: l1({ weight: 0.4, relevance: "each" }) },
    { title: "l1, huge weight", kernel: l1({ weight: 1e140, relevance: "each" }) },
  ],
  rationalQuadratic: [
    {
      title: "rational quadratic, one length scale",
      kernel: rationalQuadratic({ lengthScale: 0.9, shape: 0.6 }),
      options: {
        limits: [
          {
            title: "as α → ∞ it tends to the gaussian kernel",
            kernel: rationalQuadratic({ lengthScale: 1.5, shape: 1e9 }),
            expected: gaussian({ lengthScale: 1.5 }).evaluate,
            tolerance: 1e-7,
          },
          {
            title: "as ℓ → ∞ it tends to the constant 1",
            kernel: rationalQuadratic({ lengthScale: 1e5, shape: 2 }),
            expected: () => 1,
            tolerance: 1e-8,
          },
        ],
      },
    },
    { title: "rational quadratic, one a column", kernel: rationalQuadratic({ relevance: "each", fixed: ["shape"] }) },
    { title: "rational quadratic, tiny shape", kernel: rationalQuadratic({ lengthScale: 1e-140, shape: 1e-140 }) },
  ],
  linear: [{ title: "linear", kernel: linear() }],
  polynomial: [
    {
      title: "polynomial",
      kernel: polynomial({ degree: 3, scale: 0.4, offset: 0.7 }),
      // Of degree 3 in products of two inputs: beyond about 1e50 the kernel is larger than any double.
      options: {
        huge: 1e50,
        limits: [
          {
            title: "degree 1 without offset is the linear kernel",
            kernel: polynomial({ degree: 1, offset: 0 }),
            expected: innerProduct,
            tolerance: 1e-14,
          },
          {
            title: "as s → 0 it tends to the constant c^d",
            kernel: polynomial({ degree: 3, scale: 1e-12, offset: 2 }),
            expected: () => 8,
            tolerance: 1e-9,
          },
        ],
      },
    },
    { title: "homogeneous polynomial", kernel: polynomial({ degree: 2, offset: 0 }), options: { huge: 1e70 } },
  ],
  // A product over three columns, each of which grows like the third power.
  spline: [{ title: "spline", kernel: spline(), options: { huge: 1e30 } }],
  constant: [{ title: "constant", kernel: constant({ variance: 3, fixed: ["variance"] }) }],
  hamming: [
    {
      title: "hamming, one weight",
      kernel: hamming({ weight: 0.5 }),
      options: { inputs: codes, limits: ends((weight) => hamming({ weight }), 1e-8, 1e5) },
    },
    { title: "hamming, one weight a column", kernel: hamming({ relevance: "each" }), options: { inputs: codes } },
  ],
  nugget: [{ title: "nugget", kernel: nugget({ variance: 0.2 }) }],
  precomputed: [{ title: "precomputed", kernel: precomputed({ gram }), options: { inputs: rowNumbers, huge: 1 } }],
  composite: [
    { title: "composite", kernel: composite({ inverseSquaredLength: 0.3, linear: 0.2, nugget: 0.01 }) },
    {
      title: "composite, parts switched off",
      kernel: composite({ linear: 0, bias: 0, relevance: [1, 0, 2], fixed: ["nugget"] }),
      options: {
        limits: [
          {
            title: "without linear part and bias and with weights 1 it is a scaled gaussian with nugget",
            kernel: composite({ variance: 2, inverseSquaredLength: 0.25, linear: 0, bias: 0, nugget: 0.5 }),
            expected: sum(scale(gaussian({ lengthScale: 2 }), { variance: 2 }), nugget({ variance: 0.5 })).evaluate,
            tolerance: 1e-14,
          },
        ],
      },
    },
    { title: "composite without gaussian part", kernel: composite({ variance: 0, linear: 0.2 }) },
    { title: "composite without distance", kernel: composite({ inverseSquaredLength: 0, nugget: 0 }) },
  ],
  sum: [
    {
      title: "sum",
      kernel: sum(scale(gaussian({ relevance: "each" })), constant({ fixed: ["variance"] }), nugget({ variance: 0.1 })),
    },
  ],
  product: [
    {
      title: "product",
      kernel: product(gaussian(), l1({ weight: 0.2, relevance: "each" }), constant({ variance: 2 })),
    },
    { title: "product with zeros", kernel: product(linear(), gaussian({ lengthScale: 0.01 }), nugget()) },
  ],
  scale: [
    { title: "scale", kernel: scale(matern({ relevance: "each", fixed: ["lengthScale"] }), { variance: 5 }) },
    { title: "scaled linear kernel", kernel: scale(linear(), { variance: 0.1, fixed: ["variance"] }) },
  ],
  columns: [
    { title: "columns", kernel: columns([2, 0], gaussian({ relevance: "each" })) },
    { title: "columns of no number", kernel: columns([], scale(gaussian({ relevance: "each" }))) },
  ],
};

test("every member of the catalogue goes through the battery", () => {
  expect(Object.keys(subjects).toSorted()).toEqual(Object.keys(kernels).toSorted());
  for (const [kind, list] of Object.entries(subjects)) {
    expect(list.length).toBeGreaterThan(0);
    for (const { kernel } of list) expect(kernel.kind).toBe(kind);
  }
});

describe.each(engines.map((engine) => [engine.name, engine] as const))("on the engine %s", (_name, engine) => {
  describe.each(Object.values(subjects).flat())("$title", ({ kernel, options }) => {
    test.each(kernelBattery(kernel, { engine, ...options }))("$title", (check) => check.run());
  });
});

describe("the catalogue", () => {
  const plain = Object.entries(kernels).filter(([, member]) =>
    member.options.every((option) => option.default !== undefined || option.optional === true),
  );

  test.each(plain)("gives the defaults that %s has", (_kind, member) => {
    const kernel = member.create({});
    const found = new Map(kernel.parameters.map((parameter) => [parameter.name, parameter]));
    expect([...found.keys()]).toEqual(member.parameters.map((parameter) => parameter.name));
    for (const { name, default: value, lower, upper } of member.parameters) {
      expect(found.get(name)).toEqual({ name, value, lower, upper, fixed: false });
    }
    const document = kernel.toDocument();
    for (const option of member.options) expect(document[option.name]).toEqual(option.default);
  });

  test.each(Object.entries(kernels))("describes every field of the document of %s", (kind, member) => {
    const known = [...member.parameters, ...member.options].map((each) => each.name);
    for (const { kernel } of subjects[kind as KernelName]) {
      for (const name of Object.keys(kernel.toDocument())) expect(["kind", ...known]).toContain(name);
    }
    for (const each of [...member.parameters, ...member.options]) expect(each.text).toMatch(/^\S.*\.$/);
    expect(member.description).toMatch(/^\S.*\.$/);
  });

  test.each(Object.keys(kernels))("has a page on %s", (kind) => {
    expect(pages).toContain(`../../../../docs/kernels/${kind}.md`);
  });
});
