import { randomUUID } from 'node:crypto';
import { realpath } from 'node:fs/promises';
import { join } from 'node:path';
import type { GraphQLSchema } from 'graphql';
import { didYouMean, type ExtensionId, type Finding, throwIfErrors } from '#base';
import { assetsPath, buildPageFiles, digest } from '#bundle';
import type { Config, PageConfig } from '#config';
import { type ExtensionManifest, placeOfPage } from '#extensions';
import { addressOf, buildAssetTable } from './asset-table.ts';
import { ComponentErrorLog } from './component-error-log.ts';
import type { DescribedComponent } from './components/check-components.ts';
import { orderByArea } from './components/component-order.ts';
import type { PageComponent, PageOperation } from './components/page-component.ts';
import { componentsOf, notFoundPage, servedPages } from './components/page-layout.ts';
import { readComponents } from './components/read-components.ts';
import { composeInTurns } from './compose-operations.ts';
import { type DocumentShell, linkTags } from './document/page-document.ts';
import { KeptDocuments } from './kept-documents.ts';
import { KeptRenderings } from './kept-renderings.ts';
import { createMenus } from './menus.ts';
import { type BuiltPage, developmentScript, indexPages, type PageTable, startPathOf } from './page-table.ts';
import { isItemQuery } from './queries/item-queries.ts';
import { ownRoutesOf } from './queries/own-routes.ts';
import { findSiteFiles } from './site-files.ts';

export interface BuildPagesOptions {
  readonly config: Config;
  readonly manifests: readonly ExtensionManifest[];
  readonly extensions: ReadonlyMap<
    ExtensionId,
    { readonly description: { readonly pages: readonly DescribedComponent[] } }
  >;
  readonly schema: GraphQLSchema;
  /** Fields that no page may ask for, as `Type.field`. */
  readonly internal: ReadonlyMap<string, unknown>;
  /** Fields of Query that the gateway itself resolves. */
  readonly ownFields?: ReadonlySet<string> | undefined;
  /** The extension that has a field of Query. */
  readonly ownerOf: (field: string) => ExtensionId | undefined;
  readonly development: boolean;
  /** Shared by the gateways of one process. */
  readonly shared: Parameters<typeof buildPageFiles>[0]['memory'] & { readonly leftOut: ComponentErrorLog };
}

/** Checks all page components and prepares every page. Throws StartupError with all findings; returns warnings. */
export async function buildPages(options: BuildPagesOptions) {
  const { config, manifests, extensions, schema, development } = options;
  const all = pageGroups(config.pages);
  const described = new Map([...extensions].map(([id, { description }]) => [id, description.pages]));
  const read = readComponents(manifests, described, all);
  const { groups, components: served } = servedPages(all, read.components);
  const endpoints = manifests.flatMap((manifest) => manifest.endpoints);
  const ownRoutes = ownRoutesOf(endpoints);
  const composed = await composeInTurns({
    schema,
    internal: options.internal,
    groups,
    components: served,
    ownFields: options.ownFields,
    ownerOf: options.ownerOf,
    ownRoutes,
  });
  const findings = [...read.findings, ...composed.findings];
  throwIfErrors(findings);

  const warnings = checkNotFound(options, composed.operations);
  const built = await buildFiles(served, options, groups);
  const generation = randomUUID();
  const startPath = startPathOf(groups, served);
  const standIns = areaTexts(served);
  const pages = [...groups].map(([group, page]): BuiltPage => {
    const components = componentsOf(group, page, served);
    const shell: DocumentShell = {
      layout: orderByArea(components),
      links: linkTags(built.icon, built.stylesheets.get(group)),
      islands: built.islands,
      isPrivate: page.access === 'private',
      developmentScript: development ? `${developmentScript}?${generation}` : undefined,
      areaText: (id) => standIns.get(id),
    };
    return {
      ...page,
      group,
      components,
      byExtension: [...Map.groupBy(components, ({ extension }) => extension)].map(([id, own]) => ({
        id,
        components: own,
      })),
      inItems: new Set(components.filter(({ query }) => query !== undefined && isItemQuery(query))),
      operation: composed.operations.get(group),
      idPrefixes: new Map(components.map((component, index) => [component, `c${index}-`])),
      shell,
    };
  });
  // Half of the page's time-out at most, so that the page without the component is still in time.
  const timeoutMs = Math.min(config.calls.timeoutMs, config.server.limits.timeoutMs / 2);
  const table: PageTable = {
    find: indexPages(pages, endpoints),
    groups: new Map(pages.map((page) => [page.group, page])),
    generation,
    startPath,
    site: await findSiteFiles(options, built.icon, new Set(served.map(({ group }) => group))),
    kept: new KeptRenderings(),
    keptPages: new KeptDocuments(),
    // In development, each page view is logged.
    leftOut: development ? new ComponentErrorLog({ windowMs: 0 }) : options.shared.leftOut,
    ownRoutes,
    menusOf: createMenus(manifests, groups),
    rendering: { areas: Object.fromEntries(standIns), timeoutMs },
  };
  return { pages: table, assets: built.assets, findings: [...findings, ...warnings] };
}

// Only a warning: the shop also opens while the extension with the field is disabled.
function checkNotFound(
  { config, schema }: BuildPagesOptions,
  operations: ReadonlyMap<string, PageOperation>,
): readonly Finding[] {
  const fields = Object.keys(schema.getQueryType()?.getFields() ?? {});
  return Object.entries(config.pages).flatMap(([group, { notFoundWhenNull: name, rests }]) => {
    if (name === undefined || rests || operations.get(group)?.asksFor(name) === true) return [];
    const what = fields.includes(name)
      ? `the page ${group} is not found when "${name}" is null, but none of its components asks for it`
      : `the page ${group} is not found when "${name}" is null, but Query has no such field`;
    const fix = fields.includes(name)
      ? 'Ask for it in the query of a component, or remove notFoundWhenNull.'
      : didYouMean(name, fields);
    const where = placeOfPage(config, group, 'notFoundWhenNull');
    return [{ code: 'PAGE_FIELD_UNKNOWN', severity: 'warning', where, what, fix } as const];
  });
}

/** The page groups of gateway.yaml, and the page for unknown addresses unless gateway.yaml has a group of that name. */
export function pageGroups(pages: Config['pages']): ReadonlyMap<string, PageConfig> {
  const notFound: PageConfig = { path: '', access: 'public', permissions: [], query: [] };
  return new Map([[notFoundPage, notFound], ...Object.entries(pages)]);
}

/** Placeholders for areas until the page is assembled. Random, so that no outside text can imitate one. */
function areaTexts(components: readonly PageComponent[]): ReadonlyMap<string, string> {
  const key = randomUUID();
  const ids = new Set(components.flatMap(({ layout, areas }) => [layout.areaId, ...areas]));
  return new Map([...ids].map((id, index) => [id, `[${key}.${index}]`]));
}

async function buildFiles(
  components: readonly PageComponent[],
  { config, manifests, development, shared }: BuildPagesOptions,
  groups: ReadonlyMap<string, PageConfig>,
) {
  const owners = await Promise.all(manifests.map(async ({ id, folder }) => ({ id, folder: await realpath(folder) })));
  const hydrating = components.filter(({ hydrate }) => hydrate !== undefined);
  const onPages = [...groups].map(([group, page]) => ({ group, own: componentsOf(group, page, components) }));
  const { styles, islands } = await buildPageFiles({
    styles: {
      owners,
      groups: new Map(onPages.map(({ group, own }) => [group, inStyleOrder(group, own).map(({ file }) => file)])),
      // Only the browser's script needs an island's element.
      preludes: new Map(
        onPages.flatMap(({ group, own }) =>
          own.some(({ hydrate }) => hydrate !== undefined) ? [[group, 'stoa-island{display:contents}'] as const] : [],
        ),
      ),
      minify: !development,
    },
    islands: {
      owners,
      islands: hydrating.map(({ extension, name, file }) => ({ file, name: `${extension}-${name}` })),
      development,
    },
    buildFolder: join(config.stateFolder, 'build'),
    memory: shared,
  });
  const modules = hydrating.flatMap((component) => {
    const address = islands.modules.get(component.file);
    return address === undefined ? [] : [[component, address] as const];
  });
  return {
    assets: await buildAssetTable([...styles.assets, ...islands.assets, defaultIcon], manifests),
    stylesheets: styles.addresses,
    islands: { loader: islands.loader, modules: new Map(modules) },
    icon: iconOf(manifests),
  };
}

// Styles of the frame come first, so that a page's own rules override them.
function inStyleOrder(group: string, components: readonly PageComponent[]): readonly PageComponent[] {
  return components.toSorted((a, b) => Number(a.group === group) - Number(b.group === group));
}

function iconOf(manifests: readonly ExtensionManifest[]): string {
  for (const { id, assets } of manifests) {
    const icon = assets.find(({ name }) => name === 'favicon.svg' || name === 'favicon.ico');
    if (icon !== undefined) return addressOf(id, icon.name);
  }
  return assetsPath + defaultIcon.name;
}

const iconText =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><path fill="#456" d="M1 5 8 1l7 4v1H1zm1 2h2v6H2zm5 0h2v6H7zm5 0h2v6h-2zM1 14h14v1H1z"/></svg>';

// Browsers always request an icon, and report a missing one as an error.
const defaultIcon = { name: `icon-${digest(iconText)}.svg`, content: Buffer.from(iconText) };
