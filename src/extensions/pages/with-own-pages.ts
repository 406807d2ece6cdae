import { errorFinding, type Finding, pointerTo } from '#base';
import { type Config, type PageConfig, pathShape, placeInConfig } from '#config';
import { splitPath } from '#extension-ui';
import type { OwnPage, PageComponentFile } from './page-files.ts';
import { checkPageTargets, placeOfPage } from './page-targets.ts';

interface PageManifest {
  readonly ownPages: readonly OwnPage[];
  readonly pages: readonly Pick<PageComponentFile, 'group'>[];
  readonly optionalPages?: readonly string[];
}

/**
 * The config with the pages that extensions bring. gateway.yaml overrides a page.json key by key. Findings are about
 * pages that two bring, and about what only all pages together can show.
 */
export function withOwnPages(
  config: Config,
  manifests: readonly PageManifest[],
): { readonly config: Config; readonly findings: readonly Finding[] } {
  const owned = new Map<string, OwnPage>();
  const findings: Finding[] = [];
  for (const own of manifests.flatMap(({ ownPages }) => ownPages)) {
    const first = owned.get(own.group);
    if (first === undefined) owned.set(own.group, own);
    else findings.push(broughtTwice(own, first));
  }
  const brought = [...owned].map(([group, own]) => [group, mergePage(own, config.pageOverrides[group] ?? {})] as const);
  const pages = { ...config.pages, ...Object.fromEntries(brought) };
  const merged = { ...config, pages: { ...absentPages(manifests, pages), ...withoutFrame(manifests, pages) } };
  return {
    config: withSignIn(merged, manifests),
    findings: [...findings, ...withoutPath(merged), ...checkTogether(merged)],
  };
}

/** A sign-in page without components is not there, such as where its extension is not enabled: guests get a 401. */
function withSignIn(config: Config, manifests: readonly PageManifest[]): Config {
  const { session } = config.auth;
  if (manifests.some(({ pages }) => pages.some(({ group }) => group === session.signInPage))) return config;
  return { ...config, auth: { ...config.auth, session: { ...session, signInPage: undefined } } };
}

/** Pages that extensions have components or forms for, and that no extension of the shop brings. */
function absentPages(manifests: readonly PageManifest[], pages: Config['pages']): Config['pages'] {
  const groups = manifests.flatMap(({ optionalPages = [] }) => optionalPages);
  const absent = groups.filter((group) => !Object.hasOwn(pages, group));
  return Object.fromEntries(
    absent.map((group) => [group, { path: '', access: 'private', permissions: [], query: [], rests: true }]),
  );
}

/** A page whose frame no extension brings is not served. */
function withoutFrame(manifests: readonly PageManifest[], pages: Config['pages']): Config['pages'] {
  const groups = new Set(
    manifests.flatMap(({ pages, optionalPages = [] }) =>
      pages.flatMap(({ group }) => (optionalPages.includes(group) ? [] : group)),
    ),
  );
  return Object.fromEntries(
    Object.entries(pages).map(([group, page]) => {
      const isWhole = typeof page.common !== 'string' || groups.has(page.common);
      return [group, isWhole ? page : { ...page, rests: true as const }];
    }),
  );
}

function mergePage({ page, places }: OwnPage, overrides: Partial<PageConfig>): PageConfig {
  const own = new Map([...places].filter(([key]) => !(key in overrides)));
  return { access: 'public', query: [], permissions: [], ...page, ...overrides, places: own };
}

function placeIn({ places }: OwnPage) {
  return places.get('path') ?? { file: '' };
}

function broughtTwice(own: OwnPage, first: OwnPage): Finding {
  return errorFinding('PAGE_COLLISION', {
    where: placeIn(own),
    what: `a second extension brings the page "${own.group}"`,
    fix: 'Rename the folder of one of them.',
    related: [placeIn(first)],
  });
}

function withoutPath(config: Config): readonly Finding[] {
  const { pages, pageOverrides } = config;
  const incomplete = Object.keys(pageOverrides).filter((group) => !Object.hasOwn(pages, group));
  return incomplete.map((group) =>
    errorFinding('CONFIG_INVALID', {
      where: placeInConfig(config, ['pages', group]),
      what: `"${pointerTo('pages', group)}" has no path, and no extension brings a page of that name`,
      fix: 'Add "path: ...".',
    }),
  );
}

function checkTogether(config: Config): readonly Finding[] {
  return [
    ...Object.entries(config.pages).flatMap(([group, page]) => checkPage(config, group, page)),
    ...samePaths(config),
    ...checkPageTargets(config),
  ];
}

function checkPage(config: Config, group: string, { access, permissions, path, query, places }: PageConfig) {
  const findings: Finding[] = [];
  const refuse = (key: string, what: string, fix: string): void => {
    const where = placeOfPage(config, group, key);
    findings.push(errorFinding(places?.has(key) ? 'PAGE_JSON_INVALID' : 'CONFIG_INVALID', { where, what, fix }));
  };
  if (access === 'public' && permissions.length > 0)
    refuse('permissions', `the page "${group}" has permissions, but is public`, 'Set "access" to "private".');
  // The check of gateway.yaml has those that it writes.
  const taken = places === undefined ? undefined : query.find((name) => isTaken(name, path));
  if (taken !== undefined)
    refuse(
      'query',
      `the query parameter "${taken}" has the name of another value of the page`,
      'Give it another name.',
    );
  if (places?.has('path') && splitPath(config.shop.locales, path).locale !== undefined)
    refuse('path', `the path "${path}" begins with a locale of the shop, which the gateway takes away`, 'Change it.');
  return findings;
}

function isTaken(name: string, path: string): boolean {
  return ['routeId', 'userId'].includes(name) || path.split('/').includes(`:${name}`);
}

/** The check of gateway.yaml has paths that only it writes. */
function samePaths(config: Config): readonly Finding[] {
  const firsts = new Map<string, string>();
  const { pages } = config;
  const isOwn = ([, { places }]: readonly [string, PageConfig]): boolean => places?.has('path') === true;
  return [...Object.entries(pages)]
    .toSorted((a, b) => Number(isOwn(a)) - Number(isOwn(b)))
    .flatMap((entry) => {
      const [group, { path }] = entry;
      const first = firsts.get(pathShape(path));
      firsts.set(pathShape(path), first ?? group);
      if (first === undefined || !isOwn(entry)) return [];
      const what = `the path "${path}" matches the same addresses as that of the page "${first}"`;
      const fix = `Change one of them, or write another path for pages.${group} in gateway.yaml.`;
      const related = [placeOfPage(config, first, 'path')];
      return [errorFinding('PAGE_COLLISION', { where: placeOfPage(config, group, 'path'), what, fix, related })];
    });
}
