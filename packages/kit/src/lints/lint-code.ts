import { readFile } from 'node:fs/promises';
import { basename, dirname, relative } from 'node:path';
import { type DefinitionNode, type DocumentNode, Kind, specifiedRules, validate, visit } from 'graphql';
import {
  didYouMean,
  type ExtensionManifest,
  type Finding,
  type Gateway,
  lowerAreas,
  type PageComponent,
  positionAt,
  type SqlFile,
  shellAreas,
  splitSuggestion,
} from 'stoa/tooling';
import { importsOf, linkTarget, namedCalls } from '../shop/index.ts';
import { CodeReader, sourceFiles } from '../types/index.ts';

/** Lints the modules of all extensions: what runs, and yet is not what its author means. */
export async function lintCode(manifests: readonly ExtensionManifest[]): Promise<readonly Finding[]> {
  const found = await Promise.all(
    manifests.map(async (manifest) => {
      const sources = await readSources(manifest.folder);
      return [
        ...(await circularImports(manifest)),
        ...rawMarkup(sources),
        ...(await deadHandlers(manifest)),
        ...foreignTables(manifest, sources),
        ...(await unbatchedResolvers(manifest)),
      ];
    }),
  );
  return found.flat();
}

type Source = Pick<SqlFile, 'file' | 'text'>;

/** The modules of an extension. */
async function readSources(folder: string): Promise<readonly Source[]> {
  const files = await sourceFiles(folder);
  return Promise.all(files.map(async (file) => ({ file, text: await readFile(file, 'utf8') })));
}

async function circularImports(manifest: ExtensionManifest): Promise<readonly Finding[]> {
  const circles = circlesIn(await importsOf(manifest));
  return Promise.all(circles.map((circle) => circularImport(circle, manifest)));
}

/** Each circle once, as the files in the order of their imports. */
export function circlesIn(imports: ReadonlyMap<string, readonly string[]>): readonly (readonly string[])[] {
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
  const where = { file: first, ...(await placeOfImport(first, others[0] ?? first)) };
  return {
    code: 'IMPORT_CIRCULAR',
    severity: 'warning',
    where,
    what: `imports itself in a circle, ${names.join(' → ')}: in the bundle, a value of one is undefined while the other loads`,
    fix: 'Move what both need into a third module.',
    related: others.map((file) => ({ file })),
  };
}

async function placeOfImport(
  file: string,
  target: string,
): Promise<{ readonly line: number; readonly column: number }> {
  const source = await readFile(file, 'utf8');
  const path = relative(dirname(file), target);
  const at = [path, basename(target)].map((name) => source.indexOf(name)).find((offset) => offset !== -1);
  return positionAt(source, at ?? 0);
}

const markup = /\bdangerouslySetInnerHTML\b(?=["']?\s*[=:])/g;

function rawMarkup(sources: readonly Source[]): readonly Finding[] {
  return sources.flatMap(({ file, text }) =>
    [...text.matchAll(markup)].map(
      ({ index }): Finding => ({
        code: 'LINT_RAW_MARKUP',
        severity: 'warning',
        where: { file, ...positionAt(text, index) },
        what: 'sets markup by hand, and React escapes nothing in it',
        fix: 'Render elements; or, when no client can write any of it, say so: // stoa-allow LINT_RAW_MARKUP: ...',
      }),
    ),
  );
}

const browserCode = /\buse(?:State|Effect|LayoutEffect|Reducer|Ref)\(|<[a-z][\w-]*\b[^>]*?\s(on[A-Z]\w*=\{)/;

/** Page components with hooks or event handlers that no browser gets. */
async function deadHandlers({ pages }: ExtensionManifest): Promise<readonly Finding[]> {
  const found = await Promise.all(
    pages.map(async ({ file, name }): Promise<readonly Finding[]> => {
      const source = await readFile(file, 'utf8');
      const match = browserCode.exec(source);
      if (match === null || /\bexport\s+const\s+hydrate\b/.test(source)) return [];
      const [whole, handler = whole] = match;
      return [
        {
          code: 'LINT_NOT_HYDRATED',
          severity: 'warning',
          where: { file, ...positionAt(source, match.index + whole.indexOf(handler)) },
          what: `${name} has "${handler.replace(/[=({]+$/, '')}", which works in the browser only, and the browser gets no script of it`,
          fix: "Make it an island: export const hydrate: Hydrate = 'visible'; or use a form or a link.",
        },
      ];
    }),
  );
  return found.flat();
}

const schemaName = /\bext_([a-z][a-z0-9_]*)\.("?[a-z]\w*)/g;

/** Tables of other extensions in code and SQL: no role may read them. */
function foreignTables({ id, migrations, seeds }: ExtensionManifest, sources: readonly Source[]): readonly Finding[] {
  return [...sources, ...migrations, ...seeds].flatMap(({ file, text }) =>
    [...text.matchAll(schemaName)].flatMap((match): readonly Finding[] => {
      const [name, extension = ''] = match;
      if (extension === id.replaceAll('-', '_')) return [];
      return [
        {
          code: 'LINT_FOREIGN_TABLE',
          severity: 'warning',
          where: { file, ...positionAt(text, match.index) },
          what: `names "${name}", a table of another extension, which the role of ${id} may not read`,
          fix: 'Ask the graph for it: a field of its type, or context.query().',
        },
      ];
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
  const found = await Promise.all(
    resolverFiles.map(async (file) => {
      const text = await readFile(file, 'utf8');
      if (!/\bdatabase\b/.test(text)) return [];
      const { findNodes, isNode, lineAt, nameOf, nodesOf, parseFile } = await import('../source/index.ts');
      const parsed = await parseFile(file);
      const types = findNodes(parsed?.program, ({ type }) => type === 'ObjectProperty').flatMap((node) => {
        const type = nameOf(node.key) ?? '';
        // Another extension's objects may come in lists. One of its own, as a page of a list, may never.
        const isType = /^[A-Z]/.test(type) && !roots.includes(type) && (listed.has(type) || !own.has(type));
        return isType && isNode(node.value) ? nodesOf(node.value.properties).map((field) => ({ type, field })) : [];
      });
      return types.flatMap(({ type, field }): readonly Finding[] => {
        const work = field.type === 'ObjectMethod' ? field : field.value;
        const name = nameOf(field.key) ?? '';
        if (!isNode(work) || !/Function|ObjectMethod/.test(work.type) || name.startsWith('__')) return [];
        if (!/\bdatabase\b/.test(text.slice(work.start, work.end))) return [];
        return [
          {
            code: 'LINT_UNBATCHED',
            severity: 'warning',
            where: { file, line: lineAt(text, field.start) },
            what: `"${type}.${name}" asks the database once for each ${type} of a list`,
            fix: 'Write it as { batch: (parents, args, { database }) => … } with "= any($1)"; or, when there is never a list, say so: // stoa-allow LINT_UNBATCHED: ...',
          },
        ];
      });
    }),
  );
  return found.flat();
}

const areaElement = /<Area\b[^>]*?\bid=(?:\{\s*)?(['"`])([\w-]+)\1/g;

/** Reports `<Area id>` that no component of the extension offers: misspelt, or left out of `areas`. */
export async function lintAreas(
  manifests: readonly ExtensionManifest[],
  components: readonly PageComponent[],
): Promise<readonly Finding[]> {
  const found = await Promise.all(
    manifests.map(async ({ id: extension, folder }) => {
      const own = components.filter((component) => component.extension === extension);
      const known = new Set([...shellAreas, ...lowerAreas, ...own.flatMap(({ areas }) => areas)]);
      const sources = own.length === 0 ? [] : await readSources(folder);
      return sources.flatMap((source) => undeclaredAreas(source, known));
    }),
  );
  return found.flat();
}

function undeclaredAreas({ file, text }: Source, known: ReadonlySet<string>): readonly Finding[] {
  return [...text.matchAll(areaElement)].flatMap((match): readonly Finding[] => {
    const [, , id = ''] = match;
    if (known.has(id)) return [];
    return [
      {
        code: 'LINT_AREA_UNDECLARED',
        severity: 'warning',
        where: { file, ...positionAt(text, match.index) },
        what: `renders the area "${id}", which no component of the extension offers, so that nothing can stand in it`,
        fix: `${didYouMean(id, known)} To offer it, write: export const areas = [${JSON.stringify(id)}];`,
      },
    ];
  });
}

type Linted = Pick<Gateway, 'config' | 'manifests' | 'schema'>;

/** Lints what the code names in literals: documents of `context.query`, and routes of `context.url` and `useForm`. */
export async function lintLiterals(gateway: Linted): Promise<readonly Finding[]> {
  const reader = new CodeReader();
  const found = await Promise.all(
    gateway.manifests.map(async (manifest) => [
      ...(await invalidDocuments(manifest, gateway, reader)),
      ...(await unknownRoutes(manifest, gateway)),
    ]),
  );
  return found.flat();
}

async function invalidDocuments(
  manifest: ExtensionManifest,
  { schema }: Linted,
  reader: CodeReader,
): Promise<readonly Finding[]> {
  const { documents } = await reader.read(manifest);
  const found = await Promise.all(
    documents.map(async ({ file, offset, document }) => {
      const errors = validate(schema, document, specifiedRules);
      const source = errors.length === 0 ? '' : await readFile(file, 'utf8');
      return errors.map(({ message, positions = [] }): Finding => {
        const fallback = 'Correct it; or, when it is for another API, say so: // stoa-allow LINT_DOCUMENT_INVALID: ...';
        return {
          ...{ code: 'LINT_DOCUMENT_INVALID', severity: 'warning' },
          where: { file, ...positionAt(source, offset + (positions[0] ?? 0)) },
          ...splitSuggestion(message, fallback),
        };
      });
    }),
  );
  return found.flat();
}

async function unknownRoutes({ folder }: ExtensionManifest, shop: Linted): Promise<readonly Finding[]> {
  return (await readSources(folder)).flatMap(({ file, text }) =>
    namedCalls(text).flatMap(({ kind, name, offset }): readonly Finding[] => {
      // Other functions are called "url", too.
      const isOurs = kind === 'useForm' || text.slice(0, offset).endsWith('context.');
      if (!isOurs || linkTarget(shop, name).kind !== 'none') return [];
      const what = kind === 'useForm' ? `asks for the form of "${name}"` : `links to "${name}"`;
      return [
        {
          ...{ code: 'LINT_DEAD_LINK', severity: 'warning' },
          where: { file, ...positionAt(text, offset) },
          what: `${what}, which there is not`,
          fix: didYouMean(name, namesOf(shop, kind)),
        },
      ];
    }),
  );
}

function namesOf({ config, manifests }: Linted, kind: 'url' | 'useForm'): readonly string[] {
  const routes = manifests.flatMap(({ endpoints }) => endpoints.map(({ routeId }) => routeId));
  return kind === 'useForm' ? routes : [...Object.keys(config.pages), ...routes];
}
