import { EnvironmentError, InputError } from "../errors.ts";
import type { Engine } from "./engine.ts";

/** An engine that was chosen, and why, for reports. */
export interface EngineChoice {
  readonly engine: Engine;
  /** A sentence, for example "native is not available (no OpenBLAS library was found); wasm is the next fastest." */
  readonly reason: string;
}

/** How an engine is made, and when: the automatic choice tries them from the highest priority down. */
export interface EngineCandidate {
  /** Makes the engine, or the variant of it that was asked for ("simd128" in "wasm simd128"). */
  readonly create: (variant?: string) => Engine;
  readonly priority: number;
}

/** The engines that are known by name. */
export interface EngineRegistry {
  /** Makes an engine known under a name, in the place of one that had it. */
  register(name: string, candidate: EngineCandidate): void;
  /** The names that can be asked for, from the highest priority down. */
  names(): string[];
  /**
   * The engine of a name, made at the first call; `origin` says who asked, in messages. An engine's full name, such as
   * "wasm simd128", is its name here with a variant, so that another thread can ask for the very same engine.
   */
  choose(name: string, origin: string): EngineChoice;
}

/** A registry with these engines in it. A program has one; tests make their own. */
export function engineRegistry(known: Readonly<Record<string, EngineCandidate>>): EngineRegistry {
  const candidates = new Map(Object.entries(known));
  const created = new Map<string, Engine>();
  const byPriority = (): [string, EngineCandidate][] =>
    [...candidates].toSorted(([, a], [, b]) => b.priority - a.priority);
  const names = (): string[] => ["auto", ...byPriority().map(([name]) => name)];

  function make(name: string, candidate: EngineCandidate, variant?: string): Engine {
    const asked = variant === undefined ? name : `${name} ${variant}`;
    const engine = created.get(asked) ?? candidate.create(variant);
    const known = created.get(engine.name) ?? engine;
    created.set(asked, known).set(engine.name, known);
    return known;
  }

  function chooseAutomatically(): EngineChoice {
    const passedOver: string[] = [];
    for (const [name, candidate] of byPriority()) {
      try {
        const engine = make(name, candidate);
        return { engine, reason: [...passedOver, `${name} is the fastest engine that works here.`].join(" ") };
      } catch (error) {
        passedOver.push(`${name} is not available (${error instanceof Error ? error.message : String(error)}).`);
      }
    }
    throw new EnvironmentError("no-engine", `No engine works here. ${passedOver.join(" ")}`);
  }

  return {
    register(name, candidate) {
      candidates.set(name, candidate);
      for (const made of created.keys()) if (firstWord(made) === name) created.delete(made);
    },
    names,
    choose(name, origin) {
      if (name === "auto") return chooseAutomatically();
      const kind = firstWord(name);
      const candidate = candidates.get(kind);
      const variant = name === kind ? undefined : name.slice(kind.length + 1);
      if (candidate) return { engine: make(kind, candidate, variant), reason: `${name} was asked for ${origin}.` };
      throw new InputError(
        "unknown-engine",
        `There is no engine "${name}" (asked for ${origin}).`,
        {},
        `Choose one of ${names().join(", ")}.`,
      );
    },
  };
}

function firstWord(name: string): string {
  return name.split(" ", 1)[0];
}
