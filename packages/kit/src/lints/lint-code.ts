import { dirname, join, relative } from 'node:path';
import { type DefinitionNode, type DocumentNode, Kind, visit } from 'graphql';
import {
  didYouMean,
  type ExtensionManifest,
  type Finding,
  type Gateway,
  gatewayAreas,
  type SqlFile,
} from 'stoa/tooling';
import {
  areasOf,
  browserUse,
  exportedValue,
  importsOf,
  membersOf,
  mentions,
  moduleGraph,
  readModule,
  readModules,
  type SourceModule,
} from '../source/index.ts';
import { lintCalls } from './lint-calls.ts';
import { inlineStyles, missingAssets } from './lint-markup.ts';
import { literalParts, propsOf, stem, warning } from './module-facts.ts';

/** Lints the modules of all extensions: what runs, and yet is not what its author means. */
export async function lintCode(manifests: readonly ExtensionManifest[]): Promise<readonly Finding[]> {
  const found = await Promise.all(
    manifests.map(async (manifest) => {
      const modules = await readModules(manifest.folder);
      return [
        ...(await circularImports(manifest)),
        ...modules.flatMap(rawMarkup),
        ...modules.flatMap(inlineStyles),
        ...missingAssets(modules, manifests),
        ...lintCalls(modules),
        ...(await deadHandlers(manifest)),
        ...foreignTables(manifest, modules),
        ...(await unbatchedResolvers(manifest)),
      ];
    }),
  );
  return found.flat();
}

async function circularImports(manifest: ExtensionManifest): Promise<readonly Finding[]> {
  const { folder, endpoints, pages, resolverFiles, tasks, mails, life } = manifest;
  const handlers = endpoints.flatMap((endpoint) => endpoint.handlers);
  const files = [...handlers, ...pages, ...tasks, ...mails].map(({ file }) => file);
  const entries = [...files, ...resolverFiles, ...(life === undefined ? [] : [life])];
  const circles = circlesIn(await moduleGraph(folder, entries));
  return Promise.all(circles.map((circle) => circularImport(circle, manifest)));
}

/** Each circle once, as the files in the order of their imports. */
function circlesIn(imports: ReadonlyMap<string, readonly string[]>): readonly (readonly string[])[] {
  const circles: (readonly string[])[] = [];
  const done = new Set<string>();
  const visit = (file: string, path: readonly string[]): void => {
    const start = path.indexOf(file);
    if (start !== -1) circles.push(path.slice(start));
    if (start !== -1 || done.has(file)) return;
    for (const target of imports.get(file) ?? []) visit(target, [...path, file]);
    done.add(file);
  };
  for (const file of [...imports.keys()].toSorted()) visit(file, []);
  return circles;
}

async function circularImport(circle: readonly string[], { folder }: ExtensionManifest): Promise<Finding> {
  const [first = '', ...others] = circle;
  const names = [...circle, first].map((file) => relative(folder, file));
  const module = await readModule(first);
  const target = stem(others[0] ?? first);
  const found = importsOf(module).find(({ specifier }) => stem(join(dirname(first), specifier)) === target);
  return {
    ...warning(module, found?.offset ?? 0, {
      code: 'IMPORT_CIRCULAR',
      what: `imports itself in a circle, ${names.join(' → ')}: in the bundle, a value of one is undefined while the other loads`,
      fix: 'Move what both need into a third module.',
    }),
    related: others.map((file) => ({ file })),
  };
}

function rawMarkup(module: SourceModule): readonly Finding[] {
  return propsOf(module, 'dangerouslySetInnerHTML').map(({ offset }) =>
    warning(module, offset, {
      code: 'LINT_RAW_MARKUP',
      what: 'sets markup by hand, and React escapes nothing in it',
      fix: 'Render elements; or, when no client can write any of it, say so: // stoa-allow LINT_RAW_MARKUP: ...',
    }),
  );
}

/** Page components with hooks or event handlers that no browser gets. */
async function deadHandlers({ pages }: ExtensionManifest): Promise<readonly Finding[]> {
  const found = await Promise.all(
    pages.map(async ({ file, name }): Promise<readonly Finding[]> => {
      const module = await readModule(file);
      const use = browserUse(module);
      if (use === undefined || exportedValue(module, 'hydrate') !== undefined) return [];
      const what = `${name} has "${use.name}", which works in the browser only, and the browser gets no script of it`;
      const fix = "Make it an island: export const hydrate: Hydrate = 'visible'; or use a form or a link.";
      return [warning(module, use.offset, { code: 'LINT_NOT_HYDRATED', what, fix })];
    }),
  );
  return found.flat();
}

const schemaName = /\bext_([a-z][a-z0-9_]*)\.("?[a-z]\w*)/g;

/** Tables of other extensions in SQL, also in that of code: no role may read them. */
function foreignTables(
  { id, migrations, seeds }: ExtensionManifest,
  modules: readonly SourceModule[],
): readonly Finding[] {
  const files: readonly SqlFile[] = [...migrations, ...seeds];
  const texts = [
    ...files.map((file) => ({ of: file, text: file.text, offset: 0 })),
    ...modules.flatMap((module) => literalParts(module).map((part) => ({ of: module, ...part }))),
  ];
  return texts.flatMap(({ of, text, offset }) =>
    [...text.matchAll(schemaName)].flatMap((match): readonly Finding[] => {
      const [name, extension = ''] = match;
      if (extension === id.replaceAll('-', '_')) return [];
      const what = `names "${name}", a table of another extension, which the role of ${id} may not read`;
      const fix = 'Ask the graph for it: a field of its type, or context.query().';
      return [warning(of, offset + match.index, { code: 'LINT_FOREIGN_TABLE', what, fix })];
    }),
  );
}

const roots = ['Query', 'Mutation', 'Subscription'];

function definedName(node: DefinitionNode): readonly string[] {
  return node.kind === Kind.OBJECT_TYPE_DEFINITION ? [node.name.value] : [];
}

/** Names of types that the SDL has in a list. */
function listedTypes(document: DocumentNode): readonly string[] {
  const names: string[] = [];
  visit(document, {
    ListType(list) {
      visit(list, { NamedType: ({ name }) => void names.push(name.value) });
      return false;
    },
  });
  return names;
}

/** Resolvers of objects' fields that ask the database once for each parent. */
async function unbatchedResolvers({ resolverFiles, sdl }: ExtensionManifest): Promise<readonly Finding[]> {
  const own = new Set(sdl.flatMap(({ document }) => document.definitions.flatMap(definedName)));
  const listed = new Set(sdl.flatMap(({ document }) => listedTypes(document)));
  // Another extension's objects may come in lists. One of its own, as a page of a list, may never.
  const mayBeListed = (type: string): boolean => !roots.includes(type) && (listed.has(type) || !own.has(type));
  const modules = await Promise.all(resolverFiles.map(readModule));
  return modules.flatMap((module) =>
    membersOf(module, exportedValue(module, 'default'))
      .filter(({ name }) => mayBeListed(name))
      .flatMap(({ name: type, value: fields }) =>
        membersOf(module, fields)
          .filter(({ name, value, isFunction }) => !name.startsWith('__') && isFunction && mentions(value, 'database'))
          .map(({ name, offset }) =>
            warning(module, offset, {
              code: 'LINT_UNBATCHED',
              what: `"${type}.${name}" asks the database once for each ${type} of a list`,
              fix: 'Write it as { batch: (parents, args, { database }) => … } with "= any($1)"; or, when there is never a list, say so: // stoa-allow LINT_UNBATCHED: ...',
            }),
          ),
      ),
  );
}

/** Reports `<Area id>` that no component of the extension offers: misspelt, or left out of `areas`. */
export async function lintAreas({ manifests, pages }: Pick<Gateway, 'manifests' | 'pages'>) {
  const components = [...pages.groups.values()].flatMap((page) => page.components);
  const found = await Promise.all(
    manifests.map(async ({ id: extension, folder, pages: files }) => {
      const own = components.filter((component) => component.extension === extension);
      const known = new Set([...gatewayAreas, ...own.flatMap(({ areas }) => areas)]);
      const modules = own.length === 0 ? [] : await readModules(folder);
      const served = new Set(own.map(({ file }) => file));
      const resting = new Set(files.flatMap(({ file }) => (served.has(file) ? [] : file)));
      return modules.flatMap((module) => (resting.has(module.file) ? [] : undeclaredAreas(module, known)));
    }),
  );
  return found.flat();
}

function undeclaredAreas(module: SourceModule, known: ReadonlySet<string>): readonly Finding[] {
  return areasOf(module).flatMap(({ id, offset }): readonly Finding[] => {
    if (known.has(id)) return [];
    const what = `renders the area "${id}", which no component of the extension offers, so that nothing can stand in it`;
    const fix = `${didYouMean(id, known)} To offer it, write: export const areas = [${JSON.stringify(id)}];`;
    return [warning(module, offset, { code: 'LINT_AREA_UNDECLARED', what, fix })];
  });
}
