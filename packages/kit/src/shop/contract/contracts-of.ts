import {
  compareText,
  type ExtensionManifest,
  everyPage,
  gatewayAreas,
  type PageComponent,
  type PageConfig,
} from 'stoa/tooling';
import { linkTarget, paramsOf } from '../state/link-targets.ts';
import { definitionsOf, sdlUses } from '../state/sdl-uses.ts';
import type { ShopState } from '../state/shop-state.ts';
import { closureOf } from './closure.ts';
import type { ExtensionContract, Neighbour, Page } from './extension-contract.gen.ts';
import { unmetSdl } from './meets-sdl.ts';
import { componentOf, eventsOf, offerOf, routeOf } from './offer-of.ts';
import { sliceSdl } from './slice-sdl.ts';

/**
 * What an extension of the shop gives, and which part of the others it uses. Pages stay as the contract `before` has
 * them where they fit, since another shop may have other addresses for the same pages. So do events that no extension
 * of this shop publishes, and those that it works without, and the name of a neighbour that another one replaces.
 */
export async function contractOf(
  manifest: ExtensionManifest,
  shop: ShopState,
  before?: ExtensionContract,
): Promise<ExtensionContract> {
  const { id, version } = manifest;
  const links = linksOf(id, shop);
  const components = areaComponents(id, shop.components);
  const closure = closureOf(coordinatesOf(id, shop), shop.collected, id);
  const optional = new Set(manifest.uses.flatMap(({ field, isOptional = false }) => (isOptional ? field : [])));
  const vital = optional.size === 0 ? closure : closureOf(coordinatesOf(id, shop, optional), shop.collected, id);
  const ownOptional = ({ extension, group }: PageComponent): boolean =>
    extension === id && manifest.optionalPages.includes(group);
  const vitalHosts = areaComponents(
    id,
    shop.components.filter((component) => !ownOptional(component)),
  );
  const taken = new Set(manifest.tasks.flatMap((task) => (task.kind === 'job' ? [] : task.event)));
  const neighbours = await Promise.all(
    shop.manifests
      .filter((other) => other.id !== id)
      .map(async (other): Promise<readonly [string, Neighbour]> => {
        const endpoints = other.endpoints.filter(({ routeId }) => links.has(`${other.id}.${routeId}`));
        const before = shop.manifests.filter((one) => one.id === id || one.id < other.id);
        const sdl = sliceSdl(other, closure, before);
        const hosts = components.filter(({ extension }) => extension === other.id);
        const isVital =
          endpoints.length > 0 ||
          vitalHosts.some(({ extension }) => extension === other.id) ||
          sliceSdl(other, vital, before).length > 0;
        const isOptional = !isVital && (sdl.length > 0 || hosts.length > 0);
        const routes = endpoints.map(async (endpoint) => [endpoint.routeId, await routeOf(endpoint)] as const);
        return [
          other.id,
          {
            ...(other.version !== undefined && { version: other.version }),
            ...(isOptional && { optional: true as const }),
            sdl,
            routes: Object.fromEntries(await Promise.all(routes)),
            components: Object.fromEntries(
              hosts.map(({ query: _, ...each }) => [
                `${each.group}/${each.name}`,
                componentOf({ ...each, query: undefined }),
              ]),
            ),
            ...eventsOf(other, (name) => taken.has(name)),
          },
        ];
      }),
  );
  const isHere = (name: string): boolean => shop.manifests.some((other) => other.id === name);
  const used = neighbours.filter(([, neighbour]) => isUsed(neighbour));
  const kept = Object.entries(before?.needs.extensions ?? {}).filter(
    ([name, { events = {}, optional: isOptional = false }]) =>
      !isHere(name) &&
      ((isOptional && optional.size + manifest.optionalPages.length > 0) ||
        Object.keys(events).some((event) => taken.has(event))),
  );
  return {
    contract: 1,
    extension: id,
    ...(version !== undefined && { version }),
    gives: await offerOf(manifest, shop.components),
    needs: {
      pages: pagesOf(manifest, links, shop, before?.needs.pages ?? {}),
      extensions: Object.fromEntries([...kept, ...asNamedBefore(used, before, isHere)].toSorted(byName)),
    },
  };
}

function byName([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number {
  return compareText(a, b);
}

function isUsed({ sdl, routes, components, events = {} }: Neighbour): boolean {
  return [sdl, routes, components, events].some((part) => Object.keys(part).length > 0);
}

/**
 * Coordinates of the schema that the extension's SDL, queries and code use, and that it does not give itself. Documents
 * with a field of `without` do not count.
 */
function coordinatesOf(id: string, shop: ShopState, without: ReadonlySet<string> = new Set()): ReadonlySet<string> {
  const parts = [...shop.collected.types].map(
    ([name, all]) => [name, all.filter(({ extension }) => extension === id)] as const,
  );
  const own = definitionsOf({ collected: { ...shop.collected, types: new Map(parts) } });
  const written = shop.documents.filter(
    ({ extension, uses }) => extension === id && uses.coordinates.keys().every((name) => !without.has(name)),
  );
  const used = [
    ...written.flatMap(({ uses }) => [...uses.coordinates.keys()]),
    ...sdlUses(shop).flatMap(({ extension, coordinate }) =>
      extension === id && !without.has(coordinate) ? coordinate : [],
    ),
  ];
  return new Set(used.filter((coordinate) => !own.has(coordinate)));
}

/** Pages, and routes as `extension.routeId`, to which the extension links, and names that this shop does not have. */
function linksOf(id: string, shop: ShopState): ReadonlySet<string> {
  const names = [
    ...shop.documents.flatMap(({ extension, uses }) => (extension === id ? uses.links.map(({ name }) => name) : [])),
    ...shop.code.calls.flatMap(({ extension, name }) => (extension === id ? name : [])),
  ];
  return new Set(
    names.flatMap((name) => {
      const target = linkTarget(shop, name, id);
      return target.kind === 'shared' ? [] : target.kind === 'none' ? name : target.name;
    }),
  );
}

/** The components of others that offer the areas in which the extension's own stand. */
function areaComponents(id: string, all: readonly PageComponent[]): readonly PageComponent[] {
  const found = new Set<PageComponent>();
  const visit = ({ group, layout: { areaId } }: PageComponent): void => {
    const isGateways = gatewayAreas.some((area) => area === areaId);
    const hosts = all.filter(
      (host) =>
        host.areas.includes(areaId) && (host.group === everyPage || group === everyPage || host.group === group),
    );
    for (const host of isGateways ? [] : hosts) {
      if (found.has(host)) continue;
      found.add(host);
      visit(host);
    }
  };
  for (const component of all) if (component.extension === id) visit(component);
  return [...found].filter(({ extension }) => extension !== id);
}

function pagesOf(
  { id, pages, ownPages, endpoints }: ExtensionManifest,
  links: ReadonlySet<string>,
  { config, components }: ShopState,
  before: Readonly<Record<string, Page>>,
): Record<string, Page> {
  const own = components.filter(({ extension }) => extension === id);
  // One that no extension of this shop brings has no path.
  const configured = new Map(Object.entries(config?.pages ?? {}).filter(([, { path }]) => path !== ''));
  // Its own pages come with its folder.
  for (const { group } of ownPages) configured.delete(group);
  const known = new Set([...Object.keys(before), ...configured.keys()]);
  const used = [...pages.map(({ group }) => group), ...endpoints.flatMap(({ form }) => form?.page ?? []), ...links];
  const names = new Set(used.filter((name) => known.has(name)));
  // A component of every page needs one of them.
  if (names.size === 0 && used.includes(everyPage)) names.add([...known][0] ?? '');
  return Object.fromEntries(
    [...known].flatMap((name): readonly (readonly [string, Page])[] => {
      if (!names.has(name)) return [];
      const texts = own.flatMap(({ group, query }) => (group === name && query !== undefined ? query : []));
      const asksFor = (word: string): boolean => texts.some((text) => text.includes(word));
      const [filed, page] = [before[name], configured.get(name)];
      const found = filed !== undefined && (page === undefined || fits(filed, page, asksFor)) ? filed : page;
      return found === undefined ? [] : [[name, neededPage(found, asksFor)]];
    }),
  );
}

/** Whether a page has the values that the extension gets from the one of this shop. */
function fits(filed: Page, page: PageConfig, asksFor: (word: string) => boolean): boolean {
  const sameParams = paramsOf(filed.path).toSorted().join() === paramsOf(page.path).toSorted().join();
  return sameParams && page.query.every((name) => filed.query?.includes(name) || !asksFor(JSON.stringify(name)));
}

function neededPage(
  { path, access, query = [], notFoundWhenNull }: Page | PageConfig,
  asksFor: (word: string) => boolean,
): Page {
  return {
    path,
    ...(access === 'private' && { access }),
    ...(query.length > 0 && { query: [...query] }),
    // Without the field, the page would have none to look at.
    ...(notFoundWhenNull !== undefined && asksFor(notFoundWhenNull) && { notFoundWhenNull }),
  };
}

type Named = readonly [name: string, neighbour: Neighbour];

/**
 * The neighbours under the names that the contract `before` has for them. An extension that takes the place of another
 * one, and gives the same, changes no contract.
 */
export function asNamedBefore(
  neighbours: readonly Named[],
  before: ExtensionContract | undefined,
  isHere: (name: string) => boolean,
): readonly Named[] {
  const filed = before?.needs.extensions ?? {};
  const away = Object.entries(filed).filter(([name]) => !isHere(name));
  return neighbours.map((named) => {
    const [name, neighbour] = named;
    return filed[name] === undefined ? (away.find(([, other]) => isSame(other, neighbour)) ?? named) : named;
  });
}

function isSame(a: Neighbour, b: Neighbour): boolean {
  const givesAll = unmetSdl(a.sdl, b.sdl).length === 0 && unmetSdl(b.sdl, a.sdl).length === 0;
  return givesAll && restOf(a) === restOf(b);
}

function restOf({ sdl: _, version: _version, ...rest }: Neighbour): string {
  return JSON.stringify(rest);
}
