import { parse } from 'graphql';
import { errorMessage, isObject } from 'stoa/tooling';
import {
  areasOf,
  browserUse,
  exportedValue,
  parseModule,
  type SourceModule,
  type SyntaxNode,
  spanOf,
} from '../source/index.ts';
import { lineOf, replaced } from './text-edits.ts';
import { translateModule } from './translate-module.ts';
import { leftUnit, type Unit, type UnitOptions } from './unit.ts';
import type { Problem } from './unsupported-files.ts';

export interface PageOptions extends UnitOptions {
  /** Names of the pages of gateway.yaml. */
  readonly pages: readonly string[];
}

/** Page groups of EverShop by what Stoa's demonstration shop calls them. */
const groupNames: Readonly<Record<string, string>> = {
  productView: 'productPage',
  categoryView: 'categoryPage',
  login: 'signIn',
  customerLogin: 'signIn',
  customerRegister: 'register',
  catalogSearch: 'homepage',
};

/** Every component of the storefront, and what lies in their folders. */
export function bringPages(options: PageOptions): readonly Unit[] {
  const paths = [...options.sources.keys()].filter((path) => path.startsWith('pages/frontStore/'));
  return paths.flatMap((path) => {
    const [group = '', name, ...deeper] = path.slice('pages/frontStore/'.length).split('/');
    if (name === undefined || deeper.length > 0) return [leftUnit(path, unknownFile)];
    if (name === 'route.json') return [];
    if (/\.css$/.test(name)) return [style(path, { group, name }, options)];
    if (/\.s[ac]ss$|\.less$/.test(name)) return [leftUnit(path, styleLeft)];
    if (!/^[A-Z]\w*\.[jt]sx?$/.test(name)) return [leftUnit(path, middlewareLeft)];
    return group.split('+').map((each) => component(path, { group: each, name }, options));
  });
}

const unknownFile: Problem = {
  line: 1,
  what: 'lies deeper than page components do',
  fix: 'Move it into src/ when a component needs it.',
};
const styleLeft: Problem = {
  line: 1,
  what: 'is a style sheet of Sass or Less',
  fix: 'Write it as CSS in Name.module.css next to the component.',
};
const middlewareLeft: Problem = {
  line: 1,
  what: 'is middleware of a page, and pages of Stoa have none',
  fix: 'Ask for the data in the query of a component; what it needs of the path is getContextValue("…").',
};

interface PageFile {
  readonly group: string;
  readonly name: string;
}

/** The group of gateway.yaml, and the page that gateway.yaml needs for it. */
function groupOf(
  group: string,
  { sources, pages }: PageOptions,
): { readonly group: string; readonly page?: Unit['page'] } | undefined {
  if (group === 'all' || pages.includes(group)) return { group };
  const renamed = groupNames[group];
  if (renamed !== undefined && pages.includes(renamed)) return { group: renamed };
  const route = sources.get(`pages/frontStore/${group}/route.json`);
  const value: unknown = route === undefined ? undefined : JSON.parse(route);
  if (!isObject(value) || typeof value.path !== 'string') return undefined;
  return { group, page: { name: group, path: value.path.replaceAll(/\{(\w+)[^}]*\}/g, ':$1') } };
}

function style(path: string, { group, name }: PageFile, options: PageOptions): Unit {
  const text = options.sources.get(path) ?? '';
  const targets = group.split('+').flatMap((each) => groupOf(each, options)?.group ?? []);
  return { ...leftUnit(path), files: Object.fromEntries(targets.map((each) => [`pages/${each}/${name}`, text])) };
}

function component(path: string, { group, name }: PageFile, options: PageOptions): Unit {
  const { sources, localsOf } = options;
  const text = sources.get(path) ?? '';
  const target = groupOf(group, options);
  if (target === undefined) {
    const fix = `Name the page in gateway.yaml: "npx stoa new page ${group}", or move the component to one that is there.`;
    return leftUnit(path, { line: 1, what: `stands on the page "${group}", which gateway.yaml does not have`, fix });
  }
  const to = `pages/${target.group}/${name.replace(/\.[jt]sx?$/, '.tsx')}`;
  // A file that is TypeScript may have JSX: its new name says so.
  const module = translateModule(text, { file: to, local: localsOf(path, to) });
  const { original } = module;
  const problems = [
    ...module.problems,
    ...(exportedValue(original, 'layout') === undefined ? [noLayout] : []),
    ...['variables', 'fragments'].flatMap((each) => {
      const node = exportedValue(original, each);
      if (node === undefined) return [];
      return [{ line: lineOf(original, node), what: `exports "${each}"`, fix: `Write what it has into the query.` }];
    }),
    ...queryProblems(original),
  ];
  const translated = parseModule(to, module.text);
  if (problems.length > 0) return leftUnit(path, ...problems);
  return {
    ...leftUnit(path, ...module.notes, ...browserNotes(translated)),
    files: { [to]: withHead(`${withQuery(translated).trimEnd()}\n${exportsFor(translated)}`, name) },
    packages: module.packages,
    page: target.page,
  };
}

const noLayout: Problem = {
  line: 1,
  what: 'exports no "layout" with areaId and sortOrder',
  fix: 'Add export const layout = { areaId: "…", sortOrder: 10 }. "npx stoa areas" lists areas.',
};

function queryProblems(module: SourceModule): readonly Problem[] {
  const query = exportedValue(module, 'query');
  if (query === undefined) return [];
  const problem = (what: string, fix: string): readonly Problem[] => [{ line: lineOf(module, query), what, fix }];
  if (query.type !== 'TemplateLiteral' || query.quasis.length > 1)
    return problem('has a query that is put together when it runs', 'Write the query as one text.');
  // A call is no GraphQL: its value is.
  const document = graphqlOf(insideOf(module, query)).replaceAll(/getContextValue\([^)]*\)/g, '""');
  try {
    const [operation] = parse(document).definitions;
    const hasVariables = operation?.kind === 'OperationDefinition' && (operation.variableDefinitions ?? []).length > 0;
    return hasVariables ? problem('has a query with variables', 'Write getContextValue("…") in their place.') : [];
  } catch (error) {
    return problem(`has a query that cannot be read: ${errorMessage(error)}`, 'Correct it.');
  }
}

/** The text between the quotes of a literal. */
function insideOf({ text }: SourceModule, literal: SyntaxNode): string {
  return text.slice(spanOf(literal).start + 1, spanOf(literal).end - 1);
}

/** EverShop takes single quotes and defaults in getContextValue. GraphQL does not. */
function graphqlOf(text: string): string {
  return text
    .replaceAll(/getContextValue\(\s*(['"])([^'"]+)\1[^)]*\)/g, 'getContextValue("$2")')
    .replaceAll(/:\s*'([^'\n]*)'/g, ': "$1"');
}

function withQuery(module: SourceModule): string {
  const query = exportedValue(module, 'query');
  if (query === undefined) return module.text;
  // GraphQL's quotes need no escape in a template.
  return replaced(module.text, [{ ...spanOf(query), text: `\`${graphqlOf(insideOf(module, query))}\`` }]);
}

function withHead(text: string, name: string): string {
  return /\.tsx?$/.test(name)
    ? text
    : `// @ts-nocheck: it came from JavaScript. Remove this line, and give the props their type.\n${text}`;
}

/** All components of EverShop run in the browser, too. Stoa knows which areas one has before it renders. */
function exportsFor(module: SourceModule): string {
  const ids = [...new Set(areasOf(module).map(({ id }) => `'${id}'`))];
  if (ids.length > 0) return `\nexport const areas = [${ids.join(', ')}];\n`;
  return browserUse(module) === undefined ? '' : "\nexport const hydrate = 'load';\n";
}

function browserNotes(module: SourceModule): readonly Problem[] {
  const found = browserUse(module);
  if (found === undefined) return [];
  const isIsland = areasOf(module).length === 0;
  const what = `works in the browser ("${found.name}"), ${isIsland ? 'so it is an island' : 'and a component with areas cannot be an island'}`;
  const fix = 'Move what works in the browser into a component of its own: see "Islands" in docs/extensions/pages.md.';
  return [{ line: 1, what, fix }];
}
