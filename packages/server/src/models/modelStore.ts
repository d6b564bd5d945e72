import { InputError } from "kernelbayes";
import { problemOf, refusal, Refusal, type Problem } from "../problem/problem.ts";
import type { NamedFile } from "../settings/serverOptions.ts";
import type { LogEvent } from "../http/log.ts";
import { loadModel, readWhole, type LoadSettings } from "./loadModel.ts";
import { fileAt, findModels, type FoundFile } from "./modelFolder.ts";
import { compareVersions } from "./modelName.ts";
import type { ServedModel } from "./servedModel.ts";

export interface StoreOptions extends Omit<LoadSettings, "mostBytes"> {
  readonly models: readonly NamedFile[];
  readonly folder: string | undefined;
  /** Bytes that all models may take. */
  readonly modelMemory: number;
  /** Copies of a model in threads, at most. */
  readonly copies: number;
  readonly log: LogEvent;
  /** Makes the workers forget a model. */
  readonly drop: (model: ServedModel) => void;
  /** Hears of each attempt to replace a model. */
  readonly onReload: (name: string, isReplaced: boolean) => void;
}

/** A version of a model, as a list of models has it. */
export interface ModelState {
  readonly name: string;
  readonly version: string;
  readonly state: "ready" | "not loaded" | "unusable";
  /** Why the file, as it is now, is not served; a former state of it may be. */
  readonly refused?: Problem;
  readonly served?: ServedModel;
}

/** The models that can be asked for. */
export interface ModelStore {
  /** Looks at the files, and loads the models that were named. What is wrong with one of these is thrown. */
  open(): Promise<void>;
  /** A model, loaded if it is not; the last version, if none is named. */
  get(name: string, version: string | undefined): ServedModel | Promise<ServedModel>;
  /** The versions of a model, in their order. */
  versions(name: string): readonly ModelState[];
  list(): readonly ModelState[];
  /** Looks whether files have changed, and replaces models whose files have. */
  look(): Promise<void>;
  /** To be called when a request that `get` gave a model begins and ends. */
  begin(model: ServedModel): void;
  end(model: ServedModel): void;
  /** Bytes of the models in memory, with their copies. */
  readonly bytes: number;
}

interface Entry {
  file: FoundFile;
  /** Whether it was named at the start: then it is served on if its file goes. */
  readonly isNamed: boolean;
  served: ServedModel | undefined;
  loading: Promise<ServedModel> | undefined;
  refused: Problem | undefined;
  /** A state of the file that was seen once; a file that is being written has another one the next time. */
  fresh: string | undefined;
}

export function modelStore(options: StoreOptions): ModelStore {
  const { models, folder, modelMemory, copies, log, drop, onReload } = options;
  const entries = new Map<string, Map<string, Entry>>();
  const settings = { ...options, mostBytes: Math.floor(modelMemory / copies) };
  let uses = 0;

  const put = (file: FoundFile, isNamed: boolean): Entry => {
    const versions = entries.get(file.name) ?? new Map<string, Entry>();
    const entry: Entry = { file, isNamed, served: undefined, loading: undefined, refused: undefined, fresh: undefined };
    const all = [...versions, [file.version, entry] as const].toSorted(([one], [other]) => compareVersions(one, other));
    entries.set(file.name, new Map(all));
    return entry;
  };

  const entryOf = (name: string, version: string | undefined): Entry => {
    const versions = entries.get(name);
    if (versions === undefined) {
      throw refusal(404, "unknown-model", `There is no model ${JSON.stringify(name)}.`, {
        remedy: "GET /models lists them.",
      });
    }
    if (version === undefined) return lastOf(versions);
    const entry = versions.get(version);
    if (entry !== undefined) return entry;
    const known = [...versions.keys()].join(", ");
    throw refusal(404, "unknown-version", `The model ${name} has no version ${JSON.stringify(version)}.`, {
      remedy: `There are ${known}.`,
    });
  };

  const retire = (model: ServedModel): void => {
    model.isRetired = true;
    if (model.pending === 0) drop(model);
  };

  const all = (): Entry[] => [...entries.values()].flatMap((versions) => [...versions.values()]);
  const bytes = (): number => all().reduce((sum, { served }) => sum + copies * (served?.bytes.length ?? 0), 0);

  /** Takes models out of the memory, the least recently used first, until the others fit. */
  const makeRoom = (kept: Entry): void => {
    while (bytes() > modelMemory) {
      const others = all().filter((entry) => entry !== kept && entry.served !== undefined);
      if (others.length === 0) return;
      const least = others.reduce((one, other) => (other.served!.used < one.served!.used ? other : one));
      const served = least.served!;
      least.served = undefined;
      retire(served);
      log("info", "model unloaded", {
        model: served.name,
        version: served.version,
        reason: "the memory for models is full",
      });
    }
  };

  /** Loads what the file of an entry holds now, and puts it in the place of what was served. */
  const load = async (entry: Entry): Promise<ServedModel> => {
    const { name, version } = entry.file;
    const began = performance.now();
    try {
      const read = await readWhole(entry.file, settings.mostBytes);
      entry.file = read.file;
      if (entry.served?.hash === read.hash) return entry.served;
      const served = await loadModel(read, settings);
      const former = entry.served;
      entry.served = served;
      entry.refused = undefined;
      served.used = ++uses;
      if (former) retire(former);
      makeRoom(entry);
      const milliseconds = Math.round(performance.now() - began);
      log("info", former ? "model replaced" : "model loaded", {
        model: name,
        version,
        bytes: served.bytes.length,
        milliseconds,
      });
      return served;
    } catch (error) {
      const reason = problemOf(error);
      if (error instanceof Refusal && error.retryAfter !== undefined) {
        // Nothing is wrong with the file: whoever asks next tries again.
        log("warn", "model not loaded", { model: name, version, code: reason.code, reason: reason.detail });
        throw error;
      }
      entry.refused = reason;
      log("error", "model refused", { model: name, version, code: reason.code, reason: reason.detail, error });
      throw new Refusal(unusable(name, reason));
    }
  };

  const loadOnce = (entry: Entry): Promise<ServedModel> => {
    entry.loading ??= load(entry).finally(() => (entry.loading = undefined));
    return entry.loading;
  };

  /** Puts a changed file in the place of what is served; what is wrong is logged, and the former model serves on. */
  const reload = async (entry: Entry, file: FoundFile): Promise<void> => {
    const { served: former, file: formerFile } = entry;
    entry.file = file;
    try {
      await loadOnce(entry);
      if (entry.served !== former) onReload(file.name, true);
    } catch {
      onReload(file.name, false);
      if (entry.refused !== undefined) return;
      // The next look finds the file changed again.
      entry.file = formerFile;
      entry.fresh = file.state;
    }
  };

  /** Compares an entry with its file as it is now. */
  const compare = async (entry: Entry, file: FoundFile): Promise<void> => {
    if (file.state === entry.file.state && file.path === entry.file.path) {
      entry.fresh = undefined;
    } else if (entry.served !== undefined && entry.fresh !== file.state) {
      entry.fresh = file.state;
    } else {
      entry.fresh = undefined;
      entry.refused = undefined;
      if (entry.served) await reload(entry, file);
      else entry.file = file;
    }
  };

  const remove = (entry: Entry): void => {
    const { name, version } = entry.file;
    const versions = entries.get(name)!;
    versions.delete(version);
    if (versions.size === 0) entries.delete(name);
    if (entry.served) retire(entry.served);
    log("info", "model removed", { model: name, version });
  };

  let passedBefore = new Set<string>();
  const lookAtFolder = async (path: string): Promise<void> => {
    const { files, passed } = await findModels(path);
    for (const { path: one, reason } of passed)
      if (!passedBefore.has(one)) log("warn", "file passed over", { path: one, reason });
    passedBefore = new Set(passed.map((one) => one.path));
    const known = new Set(files.map(({ name, version }) => `${name}/${version}`));
    for (const entry of all()) {
      if (!entry.isNamed && !known.has(`${entry.file.name}/${entry.file.version}`)) remove(entry);
    }
    for (const file of files) {
      const entry = entries.get(file.name)?.get(file.version);
      if (entry === undefined) put(file, false);
      else if (!entry.isNamed) await compare(entry, file);
    }
  };

  const stateOf = ({ file: { name, version }, served, refused }: Entry): ModelState => ({
    name,
    version,
    state: served ? "ready" : refused ? "unusable" : "not loaded",
    ...(refused && { refused }),
    ...(served && { served }),
  });

  return {
    async open() {
      for (const { name, path } of models) {
        const file = await fileAt(name, "1", path);
        if (file === undefined) throw new InputError("unreadable-file", "There is no such file.", { source: path });
        const entry = put(file, true);
        await loadOnce(entry).catch((error: unknown) => {
          if (entry.refused === undefined) throw error;
          const { code, detail, remedy } = entry.refused;
          throw new InputError(code, detail, { source: path }, remedy);
        });
      }
      if (folder === undefined) return;
      await lookAtFolder(folder).catch((error: NodeJS.ErrnoException) => {
        throw new InputError("unreadable-folder", `The folder cannot be read: ${error.message}.`, { source: folder });
      });
    },
    get(name, version) {
      const entry = entryOf(name, version);
      const { served, refused } = entry;
      if (served !== undefined) {
        served.used = ++uses;
        return served;
      }
      if (refused !== undefined) throw new Refusal(unusable(name, refused));
      return loadOnce(entry);
    },
    versions(name) {
      entryOf(name, undefined);
      return [...entries.get(name)!.values()].map(stateOf);
    },
    list: () => all().map(stateOf),
    async look() {
      for (const entry of all().filter(({ isNamed }) => isNamed)) {
        const file = await fileAt(entry.file.name, entry.file.version, entry.file.path);
        if (file !== undefined) await compare(entry, file);
      }
      if (folder !== undefined) await lookAtFolder(folder);
    },
    begin(model) {
      model.pending++;
    },
    end(model) {
      model.pending--;
      if (model.pending === 0 && model.isRetired) drop(model);
    },
    get bytes() {
      return bytes();
    },
  };
}

/** The last of what is never empty. */
function lastOf<Value>(values: ReadonlyMap<string, Value>): Value {
  let last: Value | undefined;
  for (const value of values.values()) last = value;
  return last!;
}

function unusable(name: string, { code, detail, remedy }: Problem): Problem {
  const { problem } = refusal(503, "model-unusable", `The file of the model ${name} cannot be used: ${detail}`, {
    remedy,
  });
  return { ...problem, reason: code } as Problem;
}
