import { readFileSync } from 'node:fs';
import { type BuiltPage, everyPage, type Finding, type Gateway, type PageComponent, QueryText } from 'stoa/tooling';
import { isMap, isNode, parseDocument } from 'yaml';
import { type ShopDocument, usesOfQuery } from '../shop/index.ts';
import { deadPageLinks, routeNamed } from './lint-links.ts';

type Linted = Pick<Gateway, 'config' | 'manifests' | 'pages' | 'schema'>;
type Guards = ReadonlyMap<string, unknown>;

/** Lints pages: access that does not fit their components, pages without components, and broken links. */
export function lintPages(gateway: Linted, guards: Guards): readonly Finding[] {
  const pages = [...gateway.pages.groups.values()];
  const components = new Set(pages.flatMap((page) => page.components));
  const uses = new Map([...components].map((component) => [component, usesOfQuery(component.query, gateway.schema)]));
  return [
    ...pages.flatMap((page) => privatePage(page, { gateway, guards, uses })),
    ...publicPages(pages, guards, uses),
    ...emptyPages(pages, gateway),
    ...[...uses].flatMap(([component, { links }]) => deadPageLinks(component, links, gateway)),
  ];
}

interface Known {
  readonly gateway: Linted;
  readonly guards: Guards;
  readonly uses: ReadonlyMap<PageComponent, ShopDocument['uses']>;
}

function ownOf({ group, components }: BuiltPage): readonly PageComponent[] {
  return components.filter((component) => component.group === group);
}

/**
 * Reports a private page without private content: no private form or link, no caller, and only data of public
 * pages.
 */
function privatePage(page: BuiltPage, { gateway, guards, uses }: Known): readonly Finding[] {
  const own = ownOf(page);
  if (page.access !== 'private' || page.permissions.length > 0 || own.length === 0) return [];
  const endpoints = gateway.manifests.flatMap((manifest) => manifest.endpoints);
  const shown = new Set(
    [...uses].flatMap(([{ group }, { coordinates }]) =>
      group === everyPage || gateway.pages.groups.get(group)?.access === 'public' ? [...coordinates.keys()] : [],
    ),
  );
  const isPrivate = own.some((component) => {
    const { coordinates, links } = uses.get(component) ?? usesOfQuery(undefined, gateway.schema);
    const showsPrivate = [...coordinates.keys()].some((name) => guards.has(name) || (isData(name) && !shown.has(name)));
    // By getContextValue("userId") or usePage().
    const knowsCaller = readFileSync(component.file, 'utf8').includes('userId');
    const routes = links.map(({ name }) => routeNamed(gateway, name, component.extension));
    return showsPrivate || knowsCaller || routes.some((route) => route?.access === 'private');
  });
  if (isPrivate || endpoints.some(({ access, form }) => access === 'private' && form?.page === page.group)) return [];
  const what = `the page ${page.group} is private, but none of its components asks for anything that guests may not see`;
  const fix = `Set "access: public" for it, if it is. Its components: ${own.map(({ extension, name }) => `${extension}.${name}`).join(', ')}.`;
  const related = own.map(({ file }) => ({ file }));
  const where = pagePlace(gateway, page.group);
  return [{ code: 'LINT_PRIVATE_PAGE', severity: 'warning', where, what, fix, related }];
}

/** Whether the coordinate is a root field of an extension. */
function isData(coordinate: string): boolean {
  return /^Query\.\w+$/.test(coordinate) && coordinate !== 'Query.url';
}

function publicPages(pages: readonly BuiltPage[], guards: Guards, uses: Known['uses']): readonly Finding[] {
  const open = new Set(pages.filter(({ access }) => access === 'public').map(({ group }) => group));
  return [...uses].flatMap(([component, { coordinates }]): readonly Finding[] => {
    const isOpen = component.group === everyPage ? open.size > 0 : open.has(component.group);
    const guarded = isOpen ? [...coordinates].find(([name]) => guards.has(name)) : undefined;
    if (guarded === undefined) return [];
    const [name, offset] = guarded;
    const where = new QueryText(component, component.query ?? '').placeOf(offset);
    const page = component.group === everyPage ? 'every page' : `the public page ${component.group}`;
    const what = `${component.extension}.${component.name} on ${page} asks for "${name}", which guests do not get`;
    const fix =
      'Make the page private, or ask for it in a component of a private page; to a guest it is an error and null.';
    return [{ code: 'LINT_PUBLIC_PAGE', severity: 'warning', where, what, fix }];
  });
}

/** Reports pages of gateway.yaml without components. Built-in pages may be empty. */
function emptyPages(pages: readonly BuiltPage[], gateway: Linted): readonly Finding[] {
  return pages.flatMap((page): readonly Finding[] => {
    const where = pagePlace(gateway, page.group);
    if (ownOf(page).length > 0 || where.line === undefined) return [];
    const what = `no enabled extension has a component for the page ${page.group}, so that ${page.path} is not found`;
    const fix = `Put one into pages/${page.group}/ of an extension, enable the extension that has one, or remove the page.`;
    return [{ code: 'LINT_EMPTY_PAGE', severity: 'warning', where, what, fix }];
  });
}

function pagePlace({ config: { file, source, pages: all } }: Linted, group: string): Finding['where'] {
  const own = all[group]?.places?.get('path');
  if (own !== undefined) return own;
  const document = parseDocument(source, { logLevel: 'silent' });
  const pages: unknown = document.get('pages', true);
  const key: unknown = isMap(pages) ? pages.items.find((pair) => String(pair.key) === group)?.key : undefined;
  return isNode(key) && key.range ? { file, line: source.slice(0, key.range[0]).split('\n').length } : { file };
}
