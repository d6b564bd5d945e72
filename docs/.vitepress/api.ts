import { join } from "node:path";
import {
  Application,
  Comment,
  CommentTag,
  Converter,
  PageEvent,
  ReflectionKind,
  type DeclarationReflection,
  type ProjectReflection,
} from "typedoc";
import config from "../../packages/kernelbayes/tsdown.config.ts";
import manifest from "../../packages/kernelbayes/package.json" with { type: "json" };
import { root } from "./places.ts";

const library = join(root, "packages/kernelbayes");

/** What the folders of the library are called in the interface; a folder that is not here goes by its own name. */
const topics: Readonly<Record<string, string>> = {
  "": "Fit and measure",
  compare: "Comparison",
  data: "Data sets",
  diagnose: "Diagnostics",
  engine: "Engines",
  evaluate: "Evaluation",
  explain: "Explanations",
  matrix: "Matrices and random numbers",
  onnx: "ONNX",
  optimize: "Optimizers",
  posterior: "Posteriors",
  random: "Matrices and random numbers",
  run: "Long work",
  table: "Tables",
};

/** A public name of the library: whether it is a type, and the Markdown page that TypeDoc wrote about it. */
export interface PublicName {
  readonly name: string;
  readonly isType: boolean;
  /** The path of TypeDoc's page from the folder of all. */
  readonly file: string;
}

/** Public names that belong together. */
export interface Topic {
  readonly title: string;
  readonly names: readonly PublicName[];
}

/** What one imports from: kernelbayes, kernelbayes/node, … */
export interface Entry {
  readonly name: string;
  readonly topics: readonly Topic[];
}

/** Source files of the entries that the package exports, by the names under which they are imported. */
function entrySources(): Map<string, string> {
  const sources = [config].flat().flatMap(({ entry }) => Object.entries((entry ?? {}) as Record<string, string>));
  const found = new Map<string, string>();
  for (const [path, target] of Object.entries(manifest.exports)) {
    if (typeof target === "string" || path.endsWith(".js")) continue; // files to be fetched, not imported
    const built = /^\.\/dist\/(.*)\.js$/.exec(target.default)?.[1];
    const source = sources.find(([name]) => name === built)?.[1];
    if (source === undefined) throw new Error(`The export "${path}" of kernelbayes is built from no known source.`);
    found.set(`kernelbayes${path.slice(1)}`, source.replace(/^\.\//, ""));
  }
  return found;
}

/**
 * Has TypeDoc write a page for each public name of the library into a folder, and returns the names by entry and topic. A
 * public function, class or value without a comment, and a link in a comment that leads nowhere, are errors.
 */
export async function describeApi(folder: string): Promise<Entry[]> {
  const names = new Map(Array.from(entrySources(), ([name, source]) => [source, name]));
  const app = await Application.bootstrapWithPlugins({
    entryPoints: Array.from(names.keys(), (source) => join(library, source)),
    tsconfig: join(library, "tsconfig.json"),
    plugin: ["typedoc-plugin-markdown"],
    out: folder,
    cleanOutputDir: false,
    readme: "none",
    disableSources: true,
    excludePrivate: true,
    excludeInternal: true,
    excludeExternals: true,
    // The compiler has its own check.
    skipErrorChecking: true,
    validation: { notDocumented: false, invalidLink: true, notExported: false },
    logLevel: "Warn",
    ...markdownOptions,
  });
  const silent: string[] = [];
  app.converter.on(Converter.EVENT_RESOLVE_BEGIN, ({ project }: { project: ProjectReflection }) => {
    for (const module of project.children ?? []) {
      module.name = names.get(fileOf(project, module)) ?? module.name;
      silent.push(...undocumented(module).map((name) => `${module.name}: ${name}`));
      for (const member of module.children ?? []) giveTopic(project, member);
    }
    for (const parameter of project.getReflectionsByKind(ReflectionKind.Parameter)) {
      if (parameter.name === "__namedParameters") parameter.name = "options";
    }
  });
  const project = await app.convert();
  if (project === undefined) throw new Error("TypeDoc could not read the library.");
  app.validate(project);
  if (silent.length > 0) throw new Error(`Public names without a comment:\n  ${silent.join("\n  ")}`);
  if (app.logger.hasErrors() || app.logger.hasWarnings()) throw new Error("TypeDoc found faults in the comments.");

  const files = new Map<unknown, string>();
  app.renderer.on(PageEvent.END, ({ model, url }: PageEvent) => void files.set(model, url));
  await app.generateOutputs(project);
  return (project.children ?? []).map((module) => ({ name: module.name, topics: topicsOf(module, files) }));
}

const markdownOptions = {
  router: "member",
  entryFileName: "index",
  hidePageHeader: true,
  hideBreadcrumbs: true,
  useCodeBlocks: true,
  expandParameters: true,
  parametersFormat: "table",
  interfacePropertiesFormat: "table",
  classPropertiesFormat: "table",
  propertyMembersFormat: "table",
  typeAliasPropertiesFormat: "table",
  tableColumnSettings: { hideSources: true, hideModifiers: true, hideInherited: true, hideOverrides: true },
};

/** The topics of a module and, after them, its namespaces; values before types. Names that another module has are left to it. */
function topicsOf(module: DeclarationReflection, files: ReadonlyMap<unknown, string>): Topic[] {
  const named = (members: readonly unknown[]): PublicName[] =>
    (members as readonly DeclarationReflection[])
      .flatMap((member) => {
        const file = files.get(member);
        const isType = member.kindOf(ReflectionKind.Interface | ReflectionKind.TypeAlias);
        const isPage = file !== undefined && member.kind !== ReflectionKind.Namespace;
        return isPage ? [{ name: member.name, isType, file }] : [];
      })
      .toSorted((a, b) => Number(a.isType) - Number(b.isType));
  const namespaces = (module.children ?? []).filter(({ kind }) => kind === ReflectionKind.Namespace);
  return [
    ...(module.categories ?? []).map(({ title, children }) => ({ title, names: named(children) })),
    ...namespaces.map(({ name, children = [] }) => ({ title: name, names: named(children) })),
  ].filter(({ names }) => names.length > 0);
}

/** The functions, classes and values of a module and its namespaces that have no comment. */
function undocumented(module: DeclarationReflection): string[] {
  const kinds = ReflectionKind.Function | ReflectionKind.Class | ReflectionKind.Variable;
  return (module.children ?? []).flatMap((member) => {
    if (member.kind === ReflectionKind.Namespace) return undocumented(member).map((name) => `${member.name}.${name}`);
    const owners = member.signatures ?? [member];
    return member.kindOf(kinds) && !owners.some((owner) => owner.hasComment()) ? [member.name] : [];
  });
}

/** Puts a public name under the topic of the folder that it comes from. */
function giveTopic(project: ProjectReflection, member: DeclarationReflection): void {
  const [, folder = ""] = /^src\/(?:([^/]+)\/)?/.exec(fileOf(project, member)) ?? [];
  const title = topics[folder] ?? `${folder[0].toUpperCase()}${folder.slice(1)}`;
  const tag = new CommentTag("@category", [{ kind: "text", text: title }]);
  // A function carries its comment on its signatures, and its topic there too.
  for (const owner of member.signatures ?? [member]) {
    owner.comment ??= new Comment();
    owner.comment.blockTags.push(tag);
  }
}

/** The source of a name, from the folder of the library. */
function fileOf(project: ProjectReflection, reflection: DeclarationReflection): string {
  return project.getSymbolIdFromReflection(reflection)?.packagePath ?? "";
}
