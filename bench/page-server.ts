/**
 * The floors for a page: bare node:http that answers the product page of the shop by one `renderToString` of the same
 * built components, with React's own nesting for areas. `/ready` has its data at hand; `/postgres` sends the page's
 * statements first, prepared, over connections of the same roles, and does nothing with the rows. Its parent sends the
 * address of the page in the shop that it is compared with; components, data, head and statements are those of one request to a gateway that is then closed.
 */

import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, get, type ServerResponse } from 'node:http';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { createElement, type ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import { createLogger } from '#base';
import { buildExtensions, importBundle } from '#bundle';
import { type Config, loadConfig } from '#config';
import { type FoundText, findText, RenderContext, type RenderTarget, type Shop } from '#extension-ui';
import type { ExtensionManifest } from '#extensions';
import type { BuiltPage, PageComponent } from '#pages';
import { startGateway } from '#server';
import { isComponent } from '../src/pages/components/check-components.ts';
import type { RenderedComponent } from '../src/pages/components/page-component.ts';
import { guestScope } from './guest-scope.ts';
import { connectRole, type Send, type Statement, spyStatements, toError } from './statements.ts';

const file = resolve(import.meta.dirname, '../gateway.yaml');

type Props = Readonly<Record<string, unknown>>;

interface ReadyPage {
  readonly layout: ReadonlyMap<string, readonly PageComponent[]>;
  readonly componentOf: (component: PageComponent) => RenderedComponent;
  readonly propsOf: (component: PageComponent) => Props;
  /** What stands in the items of lists, by the object of the list's data. */
  readonly inItems: ReadonlyMap<object, readonly PlacedItem[]>;
  readonly target: Pick<RenderTarget, 'page' | 'shop' | 'form'>;
  /** Of all extensions, by key. */
  readonly texts: ReadonlyMap<string, FoundText>;
  /** What stands before and after the body's content. */
  readonly before: string;
  readonly statements: readonly Statement[];
}

interface PlacedItem {
  readonly component: PageComponent;
  readonly props: Props;
}

process.once('message', async (address: string) => {
  if (process.env.NODE_ENV !== 'production') throw new Error('React would be its development build');
  const page = await capture(new URL(address));
  const send = await connectAll(page.statements);
  const server = createServer((request, response) => {
    if (request.url === '/ready') answer(response, page);
    else
      send().then(
        () => answer(response, page),
        (error: unknown) => response.destroy(toError(error)),
      );
  });
  server.listen(0, '127.0.0.1', () => process.send?.(server.address()));
});

function answer(response: ServerResponse, page: ReadyPage): void {
  const html = documentOf(page);
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-length': Buffer.byteLength(html) });
  response.end(html);
}

function documentOf({ layout, componentOf, propsOf, inItems, target, texts, before }: ReadyPage): string {
  const context: RenderTarget = {
    ...target,
    formKey: randomUUID(),
    text: (key) => texts.get(key),
    head: () => undefined,
    menu: () => [],
    area: (id, item) => {
      if (item === undefined)
        return (layout.get(id) ?? []).map((component) => elementOf({ component, props: propsOf(component) }));
      return (inItems.get(item) ?? []).filter(({ component }) => component.layout.areaId === id).map(elementOf);
    },
  };
  function elementOf({ component, props }: PlacedItem): ReactNode {
    return createElement(componentOf(component), { key: component.file, ...props });
  }
  const html = renderToString(
    createElement(
      RenderContext.Provider,
      { value: context },
      createElement('header', null, context.area('header')),
      createElement('main', { id: 'content', tabIndex: -1 }, context.area('content')),
      createElement('footer', null, context.area('footer')),
    ),
  );
  // React writes preloads first; they are in the head already.
  return `${before}${html.slice(html.indexOf('<header>'))}</body></html>`;
}

async function capture({ pathname: path, origin, host }: URL): Promise<ReadyPage> {
  const config = await loadConfig(file, { environment: process.env, overrides: { port: 0 } });
  const running = await startGateway(config, { logger: createLogger('warn'), development: false });
  try {
    const { gateway, url } = running;
    const found = gateway.pages.find(path);
    const prepared = found?.page.operation?.prepare({ ...found.params, routeId: found.page.group, userId: null });
    if (found?.page.operation === undefined || prepared === undefined) throw new Error(`${path} is no page with data`);
    const scope = guestScope(path, gateway.logger);
    // The gateway names a statement, and so has the driver prepare it, when it comes for the second time.
    await gateway.executeLenient({ ...prepared, scope });
    const spied = spyStatements();
    const result = await gateway.executeLenient({ ...prepared, scope });
    spied.end();
    const data = found.page.operation.split({ ...found.params, routeId: found.page.group, userId: null }, result);
    const propsOf = (component: PageComponent): Props => {
      const own = data.get(component);
      return own?.kind === 'props' ? own.props : {};
    };
    const body = await documentFor(host, url + path);
    return {
      layout: found.page.shell.layout,
      componentOf: await readModules(gateway.manifests, config),
      propsOf,
      inItems: itemsOf(found.page, propsOf),
      target: {
        page: { routeId: found.page.group, path, locale: config.shop.locale, origin, query: {}, userId: null },
        shop: config.shop,
        form: undefined,
      },
      texts: textsOf(ownersOf(gateway.manifests, found.page.group), config.shop),
      before: body.slice(0, body.indexOf('<header>')),
      statements: spied.statements,
    };
  } finally {
    await running.close({ drainMs: 100 });
  }
}

/** The extensions with components on the page, or on every page. */
function ownersOf(manifests: readonly ExtensionManifest[], group: string): readonly ExtensionManifest[] {
  return manifests.filter(({ pages }) => pages.some((page) => page.group === group || page.group === 'all'));
}

/** Keys are those of one extension: two on a page that share a key would get the same text. */
function textsOf(manifests: readonly ExtensionManifest[], shop: Shop): ReadonlyMap<string, FoundText> {
  const found = new Map<string, FoundText>();
  for (const { texts } of manifests)
    for (const key of Object.values(texts).flatMap((own) => Object.keys(own))) {
      const text = findText(texts, key, shop);
      if (text !== undefined) found.set(key, text);
    }
  return found;
}

/** The answer of the captured shop to a client that has the address of the other one: the head has whole addresses. */
async function documentFor(host: string, url: string): Promise<string> {
  const [response] = await once(get(url, { headers: { host } }), 'response');
  return await text(response);
}

function itemsOf(page: BuiltPage, propsOf: ReadyPage['propsOf']): ReadyPage['inItems'] {
  const placed = new Map<object, PlacedItem[]>();
  for (const { item, component, list, itemsOf: rowsOf } of page.operation?.items ?? [])
    for (const [path, props] of rowsOf(propsOf(component))) {
      const row = path.split('.').reduce((value, key) => Object(Reflect.get(value, key)), propsOf(list));
      placed.set(row, [...(placed.get(row) ?? []), { component: item, props }]);
    }
  return placed;
}

/** The modules that the gateway has loaded: a second import of one gives the same. */
async function readModules(
  manifests: readonly ExtensionManifest[],
  { stateFolder }: Config,
): Promise<(component: PageComponent) => RenderedComponent> {
  const { bundles } = await buildExtensions(manifests, { buildFolder: join(stateFolder, 'build') });
  const modules = new Map<string, unknown>();
  for (const bundle of bundles)
    for (const { file, module } of (await importBundle(bundle)).pages) modules.set(file, module);
  return ({ file }) => {
    const component: unknown = Reflect.get(Object(modules.get(file)), 'default');
    if (!isComponent(component)) throw new Error(`${file} has no component`);
    return component;
  };
}

/** The product's statement first, since the others need to know that there is one; then those together. */
async function connectAll(statements: readonly Statement[]): Promise<() => Promise<void>> {
  // Statements of one role share its connections, as in the gateway.
  const roles = new Map<string, Promise<Send>>();
  const senders = await Promise.all(
    statements.map(async ({ settings, query }) => {
      const role = String(settings.user);
      const opened = roles.get(role) ?? connectRole(settings);
      roles.set(role, opened);
      const send = await opened;
      return () => send(query);
    }),
  );
  const [first, ...rest] = senders;
  if (first === undefined) throw new Error('the page sends no statement');
  process.stderr.write(`page floor: ${statements.length} statements\n`);
  return async () => {
    await first();
    await Promise.all(rest.map((send) => send()));
  };
}
