import type { GraphQLSchema } from 'graphql';
import { type Composition, type Config, type ExtensionManifest, gatewayAreas } from 'stoa/tooling';
import { linkTarget, paramsOf } from '../shop/index.ts';
import type { CodeFacts } from './code-facts.ts';
import { comment, interfaceText, literalText, propertyName, unionText } from './text.ts';

/** What the types of an extension are made from. */
export interface TypedShop {
  readonly config: Pick<Config, 'pages'>;
  readonly manifests: readonly ExtensionManifest[];
  readonly composition: Composition;
  /** What pages see. */
  readonly schema: GraphQLSchema;
  /** What `context.query` sees: internal fields too. */
  readonly inner: GraphQLSchema;
  readonly code: ReadonlyMap<string, CodeFacts>;
}

/**
 * The extension's own routes, and those of the shop that its code names. Other routes are left out, so that the types
 * do not change with every other extension.
 */
export function routesType(manifest: ExtensionManifest, shop: TypedShop): string {
  const own = manifest.endpoints.flatMap(({ routeId, path }) =>
    [routeId, `${manifest.id}.${routeId}`].map((name) => ({ name, params: paramsOf(path) })),
  );
  const calls = shop.code.get(manifest.id)?.calls ?? [];
  const used = [...new Set(calls.map(({ name }) => name))].flatMap((name) => {
    const target = linkTarget(shop, name, manifest.id);
    return target.kind === 'page' || target.kind === 'route' ? [{ name, params: target.params }] : [];
  });
  const routes = new Map([...own, ...used].map(({ name, params }) => [name, params]));
  const lines = [...routes]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, params]) => `  readonly ${propertyName(name)}: ${paramsType(params)};`);
  const about =
    "The extension's routes, and the other routes and pages that its code names, with the parameters of their paths.";
  return interfaceText('Routes', about, lines);
}

function paramsType(params: readonly string[]): string {
  if (params.length === 0) return 'NoParams';
  return `{ ${params.map((name) => `readonly ${propertyName(name)}: string | number`).join('; ')} }`;
}

/** The areas that the extension offers or uses, as far as the shop has them. Undefined without page components. */
export function areaType(manifest: ExtensionManifest, { code }: TypedShop): string | undefined {
  const own = code.get(manifest.id)?.components ?? [];
  if (own.length === 0) return undefined;
  const all = [...code.values()].flatMap(({ components }) => components);
  const offered = new Set<string>([...gatewayAreas, ...all.flatMap((each) => each.offered ?? [])]);
  // A component may compute the areas that it offers. Then any area may be one of them.
  const isKnown = all.every((each) => each.offered !== undefined);
  const used = own.flatMap(({ area }) => (area !== undefined && (!isKnown || offered.has(area)) ? [area] : []));
  const names = new Set([...gatewayAreas, ...own.flatMap((each) => each.offered ?? []), ...used]);
  return [
    `${comment('The areas of every page, and those that the extension offers or uses.', '')}export type AreaId = ${unionText([...names].toSorted().map(literalText))};`,
    '',
    'export type Layout = LayoutOf<AreaId>;',
  ].join('\n');
}
