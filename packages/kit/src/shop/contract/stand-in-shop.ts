import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isTypeDefinitionNode, isTypeExtensionNode, parse } from 'graphql';
import { type ExtensionManifest, gatewayAreas, isObject } from 'stoa/tooling';
import { contractName, contractText } from './contract-file.ts';
import type { Component, ExtensionContract, Offer } from './extension-contract.gen.ts';
import { isInternal } from './meets-sdl.ts';
import { definitionTexts } from './offer-of.ts';
import { pruneOffers } from './prune-offers.ts';

interface StandInShop {
  /** The extension of which the shop is made. */
  readonly contract: ExtensionContract;
  /** Its folder. Undefined: a stand-in takes its place, too. */
  readonly folder?: string | undefined;
  /** By extension: what neighbours give. Default: the part that the contract needs. */
  readonly neighbours?: Readonly<Record<string, Offer>>;
  /** The extension's own SDL, whose types neighbours may refer to. */
  readonly sdl?: ExtensionManifest['sdl'];
  /** Of the extension. */
  readonly settings?: Readonly<Record<string, unknown>>;
  /** Default: `en-IE`. */
  readonly locale?: string | undefined;
  /** Default: `locale` alone. */
  readonly locales?: readonly string[];
  readonly currency?: string;
  readonly timeZone?: string;
}

/**
 * Writes a shop in which an extension stands alone: its neighbours are folders that have the types, routes and areas of
 * their contracts, and answer nothing. Returns the path of gateway.yaml.
 */
export async function writeStandInShop(root: string, shop: StandInShop): Promise<string> {
  const { contract, folder, neighbours, sdl = [], settings, locale = 'en-IE', locales = [locale] } = shop;
  const { currency, timeZone } = shop;
  const { extension, gives, needs } = contract;
  const pages = pagesIn(contract);
  const texts = sdl.flatMap(({ document }) => definitionTexts(document));
  const others: Readonly<Record<string, Offer>> =
    neighbours === undefined ? needs.extensions : pruneOffers(neighbours, texts);
  const shown = componentsWithAreas(contract, others);
  const given = folder === undefined ? gives.sdl : texts;
  const facts = { pages, uses: internalFields([...given, ...Object.values(others).flatMap((offer) => offer.sdl)]) };
  const folders = await Promise.all(
    Object.entries(others).map(async ([name, offer]) => {
      const components = shown.get(name) ?? {};
      await writeStandIn(join(root, 'neighbours', name), { ...offer, components }, { queries: false, ...facts });
      return [name, `./neighbours/${name}`] as const;
    }),
  );
  const own = folder ?? `./${extension}`;
  if (folder === undefined) {
    await writeStandIn(join(root, extension), gives, { queries: true, ...facts });
    await write(join(root, extension, contractName), contractText(contract));
  }
  const extensions = [
    ...folders.map(([name, resolve]) => ({ name, resolve })),
    { name: extension, resolve: own, ...(settings && { settings }) },
  ];
  const file = join(root, 'gateway.yaml');
  // JSON is YAML.
  await write(
    file,
    `${JSON.stringify({ ...gatewayConfig, shop: { locale, locales, currency, timeZone }, pages: { ...needs.pages, ...unframed(contract) }, system: { extensions } }, null, 2)}\n`,
  );
  return file;
}

/** Pages whose frame is of another extension: without it they would rest. Parts of its own in that frame rest, too. */
function unframed({ gives, needs }: ExtensionContract): Readonly<Record<string, { readonly common: false }>> {
  const own = groupsOf(gives);
  for (const group of Object.values(needs.extensions).flatMap((offer) => [...groupsOf(offer)])) own.delete(group);
  const framed = Object.entries(gives.pages ?? {}).filter(
    ([, { common }]) => typeof common === 'string' && !own.has(common),
  );
  return Object.fromEntries(framed.map(([group]) => [group, { common: false }]));
}

function groupsOf({ components }: Pick<Offer, 'components'>): Set<string> {
  return new Set(Object.keys(components).map((id) => id.split('/')[0] ?? id));
}

const gatewayConfig = {
  version: 1,
  server: { host: '127.0.0.1', port: 0, rateLimit: { points: 0 } },
  database: { url: '${DATABASE_URL:-embedded}' },
  auth: {
    bearer: { jwt: { secret: 'generated', issuer: 'stoa', audience: 'storefront' } },
    session: { secret: 'generated' },
  },
  graphql: { access: 'public', limits: { depth: 30, aliases: 200, tokens: 20_000, cost: 1_000_000 } },
};

/**
 * By neighbour: the components that offer areas, since stand-ins show nothing else. One whose own area is not in this
 * shop stands in the content of its page.
 */
function componentsWithAreas(
  contract: ExtensionContract,
  offers: Readonly<Record<string, Offer>>,
): ReadonlyMap<string, Offer['components']> {
  const offering = Object.entries(offers).map(
    ([name, { components }]) =>
      [
        name,
        Object.entries(components).filter(([id, { areas = [] }]) => areas.length > 0 && isOn(pagesIn(contract), id)),
      ] as const,
  );
  const all = [
    ...Object.values(contract.gives.components),
    ...offering.flatMap(([, each]) => each.map(([, one]) => one)),
  ];
  const known = new Set<string>([...gatewayAreas, ...all.flatMap(({ areas = [] }) => areas)]);
  return new Map(
    offering.map(([name, components]) => [
      name,
      Object.fromEntries(
        components.map(([id, each]) => [id, { ...each, areaId: known.has(each.areaId) ? each.areaId : 'content' }]),
      ),
    ]),
  );
}

type StandInPages = Readonly<Record<string, unknown>>;

function pagesIn({ gives, needs }: ExtensionContract): StandInPages {
  return { ...needs.pages, ...gives.pages };
}

/** Whether a component, or a form of this page, is on a page of the shop. */
function isOn(pages: StandInPages, component: string): boolean {
  const group = component.split('/')[0] ?? '';
  return ['all', 'notFound'].includes(group) || group in pages;
}

interface StandInFacts {
  readonly pages: StandInPages;
  readonly queries: boolean;
  /** All internal fields of the shop: a contract does not say which ones its extension uses. */
  readonly uses: readonly string[];
}

async function writeStandIn(
  folder: string,
  { sdl, routes, components, pages: own = {}, events = {} }: Offer,
  { queries, pages, uses }: StandInFacts,
): Promise<void> {
  await mkdir(folder, { recursive: true });
  if (uses.length > 0) await write(join(folder, 'package.json'), JSON.stringify({ type: 'module', stoa: { uses } }));
  if (sdl.length > 0) {
    await write(join(folder, 'graphql/contract.graphql'), `${sdl.join('\n\n')}\n`);
    await write(join(folder, 'graphql/contract.resolvers.ts'), resolversText(sdl));
  }
  for (const [routeId, route] of Object.entries(routes)) {
    const { form, ...others } = route;
    // A neighbour's form may be on a page that this shop does not have.
    const isShown = isObject(form) && isOn(pages, String(form.page));
    const silent = withoutMessages(isShown ? route : others);
    await write(join(folder, 'api', routeId, 'route.json'), JSON.stringify(silent, null, 2));
    await write(join(folder, 'api', routeId, 'answer.ts'), answerText);
  }
  for (const [name, schema] of Object.entries(events))
    await write(join(folder, 'events', `${name}.json`), JSON.stringify(schema, null, 2));
  // Events need migrations. With `queries`, versions of a contract are compared: both have the same ones.
  if (queries || Object.keys(events).length > 0)
    await write(join(folder, 'migrations/001-stand-in.sql'), "select 'has no data';\n");
  for (const [group, page] of Object.entries(own))
    await write(join(folder, 'pages', group, 'page.json'), JSON.stringify(alonePage(page), null, 2));
  for (const [id, component] of Object.entries(components))
    await write(join(folder, 'pages', `${id}.tsx`), componentText(component, queries));
}

/** A contract has no texts for an entry of a menu, and no components of a frame, without which the page would rest. */
function alonePage(page: unknown): unknown {
  if (!isObject(page)) return page;
  return { ...page, menu: undefined, ...(typeof page.common === 'string' && { common: false }) };
}

/** A contract has no texts, so that the stand-in could not say a field's message. */
function withoutMessages(route: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const fieldOf = (field: unknown) => (isObject(field) ? { ...field, message: undefined } : field);
  const without = (fields: unknown) =>
    isObject(fields)
      ? Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, fieldOf(field)]))
      : fields;
  return { ...route, body: without(route.body), files: without(route.files) };
}

function internalFields(texts: readonly string[]): readonly string[] {
  const types = texts.flatMap((text) => parse(text, { noLocation: true }).definitions);
  const names = types.flatMap((node) => {
    if (!('interfaces' in node)) return [];
    return (node.fields ?? []).filter(isInternal).map(({ name }) => `${node.name.value}.${name.value}`);
  });
  return [...new Set(names)];
}

const answerText = 'export default (_request, response) => response.json({ success: true, data: {} });\n';

/** A resolver that answers null for each field, since fields of other extensions' types must have one. */
function resolversText(sdl: readonly string[]): string {
  const types = new Map<string, string[]>();
  for (const node of sdl.flatMap((text) => parse(text, { noLocation: true }).definitions)) {
    if (!(isTypeDefinitionNode(node) || isTypeExtensionNode(node)) || !('fields' in node)) continue;
    if (!node.kind.startsWith('Object')) continue;
    const names = (node.fields ?? []).map(({ name }) => name.value);
    const keyed = isTypeDefinitionNode(node) && node.directives?.some(({ name }) => name.value === 'key') === true;
    const known = types.get(node.name.value) ?? [];
    types.set(node.name.value, [...known, ...names, ...(keyed ? ['__resolveReference'] : [])]);
  }
  const lines = [...types].map(
    ([type, fields]) => `  ${type}: { ${fields.map((field) => `${field}: () => null`).join(', ')} },`,
  );
  return `export default {\n${lines.join('\n')}\n};\n`;
}

function componentText({ areaId, sortOrder, areas = [], hydrate, query }: Component, queries: boolean): string {
  const shown = areas.map((area) => `<Area id=${JSON.stringify(area)} />`);
  return [
    ...(areas.length > 0 ? ["import { Area } from 'stoa';"] : []),
    `export const layout = ${JSON.stringify({ areaId, sortOrder })};`,
    ...(areas.length > 0 ? [`export const areas = ${JSON.stringify(areas)};`] : []),
    ...(queries && hydrate !== undefined ? [`export const hydrate = ${JSON.stringify(hydrate)};`] : []),
    ...(queries && query !== undefined ? [`export const query = ${JSON.stringify(query)};`] : []),
    `export default function StandIn() { return ${shown.length === 0 ? 'null' : `<>${shown.join('')}</>`}; }`,
    '',
  ].join('\n');
}

async function write(file: string, text: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text);
}
