import type { OptionBounds, OptionType } from "../modelEntry.ts";

/** What an option may be: how a value is read, and what messages, help texts and forms show of it. */
export interface ReadableKind<Setting> {
  readonly type: OptionType;
  /** The words and truth values that it takes. */
  readonly choices: readonly (string | boolean)[];
  readonly bounds?: OptionBounds;
  /** What is accepted, in words. */
  readonly alternatives: readonly string[];
  /** The setting that a value gives; undefined for a value of the wrong kind. */
  read(value: unknown): Setting | undefined;
}

/** What an option may be, with the type of what users give. */
export interface OptionKind<Given, Setting = Given> extends ReadableKind<Setting> {
  /** Never set. It makes the compiler refuse a kind that takes more or less than the interface of the options promises. */
  readonly given?: (value: Given) => Given;
}

/** One of some words. */
/* @__NO_SIDE_EFFECTS__ */
export function words<const Word extends string>(...choices: readonly Word[]): OptionKind<Word> {
  return {
    type: "choice",
    choices,
    alternatives: choices.map((choice) => `"${choice}"`),
    read: (value) => choices.find((choice) => choice === value),
  };
}

/** True or false. */
/* @__NO_SIDE_EFFECTS__ */
export function flag(): OptionKind<boolean> {
  return {
    type: "flag",
    choices: [true, false],
    alternatives: ["true", "false"],
    read: (value) => (typeof value === "boolean" ? value : undefined),
  };
}

/** A finite number within bounds, of some unit. */
/* @__NO_SIDE_EFFECTS__ */
export function numberWithin(bounds: OptionBounds, unit = ""): OptionKind<number> {
  return numberKind("number", bounds, unit);
}

/** A whole number within bounds. */
/* @__NO_SIDE_EFFECTS__ */
export function wholeNumberWithin(bounds: OptionBounds): OptionKind<number> {
  return numberKind("whole number", bounds, "");
}

function numberKind(type: "number" | "whole number", bounds: OptionBounds, unit: string): OptionKind<number> {
  const { above = -Infinity, from = -Infinity, below = Infinity, to = Infinity } = bounds;
  const isOfType = type === "number" ? Number.isFinite : Number.isSafeInteger;
  return {
    type,
    choices: [],
    bounds,
    alternatives: [`${numberInWords(type, bounds)}${unit && ` of ${unit}`}`],
    read: (value) =>
      typeof value === "number" && isOfType(value) && value > above && value >= from && value < below && value <= to
        ? value
        : undefined,
  };
}

function numberInWords(type: string, { above, from, below, to }: OptionBounds): string {
  if (above === 0 && below === undefined && to === undefined) return `a positive ${type}`;
  const upper = to !== undefined ? `at most ${to}` : below !== undefined ? `less than ${below}` : undefined;
  if (above !== undefined) return `a ${type} greater than ${above}${upper === undefined ? "" : ` and ${upper}`}`;
  return `a ${type} from ${from}${to === undefined ? "" : ` to ${to}`}`;
}

/** A list of positive numbers where searches start. It may be empty only if `least` is 0. */
/* @__NO_SIDE_EFFECTS__ */
export function starts(least: 0 | 1 = 1): OptionKind<readonly number[]> {
  const most = 100;
  return {
    type: "numbers",
    choices: [],
    bounds: { above: 0 },
    alternatives: [`a list of ${least} to ${most} positive numbers`],
    read: (value) =>
      Array.isArray(value) && value.length >= least && value.length <= most && value.every(isPositive)
        ? [...value]
        : undefined,
  };
}

/** Whether a value is a positive number that is not infinite. */
export function isPositive(value: unknown): value is number {
  return typeof value === "number" && value > 0 && value < Infinity;
}

/** The shape and the rate of a Gamma prior. */
export interface GammaPrior {
  readonly shape: number;
  readonly rate: number;
}

/** A Gamma prior: its shape, its rate and nothing else. */
/* @__NO_SIDE_EFFECTS__ */
export function gammaPrior(): OptionKind<GammaPrior> {
  return {
    type: "object",
    choices: [],
    alternatives: ["{ shape, rate }, both positive"],
    read(value) {
      if (typeof value !== "object" || value === null) return undefined;
      const { shape, rate, ...others } = value as Readonly<Record<string, unknown>>;
      return isPositive(shape) && isPositive(rate) && Object.keys(others).length === 0 ? { shape, rate } : undefined;
    },
  };
}

/** What is of one kind or of another. A form shows the choices of both and a field of the second type. */
/* @__NO_SIDE_EFFECTS__ */
export function either<First, FirstSetting, Second, SecondSetting>(
  first: OptionKind<First, FirstSetting>,
  second: OptionKind<Second, SecondSetting>,
): OptionKind<First | Second, FirstSetting | SecondSetting> {
  return {
    type: second.type,
    choices: [...first.choices, ...second.choices],
    ...(second.bounds && { bounds: second.bounds }),
    alternatives: [...first.alternatives, ...second.alternatives],
    read: (value) => first.read(value) ?? second.read(value),
  };
}
