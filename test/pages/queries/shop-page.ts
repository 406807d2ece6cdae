import { type ExecutionResult, execute, type GraphQLSchema, parse, print } from 'graphql';
import type { RequestScope } from '#http';
import type {
  ComponentData,
  ContextValues,
  PageComponent,
  PageOperation,
} from '../../../src/pages/components/page-component.ts';
import { type ComposedPageQueries, composePageQueries } from '../../../src/pages/queries/compose-page-queries.ts';
import { contextValueNames } from '../../../src/pages/queries/context-values.ts';
import { createQueryValidation } from '../../../src/pages/queries/validate-query.ts';
import { createMemoryLog } from '../../support/memory-log.ts';
import type { StitchedShop } from '../../support/stitched-shop.ts';
import { testManifest } from '../../support/test-manifests.ts';

const pages = {
  homepage: { path: '/', query: ['after'] },
  productPage: { path: '/products/:productId', query: ['page', 'after', 'form', 'day', 'yes', 'price'] },
};

/** A component with nothing but a query. */
export function componentOf(name: string, query: string | undefined, more: Partial<PageComponent> = {}): PageComponent {
  return {
    extension: testManifest('catalog').id,
    group: 'productPage',
    name,
    file: `/shop/extensions/catalog/pages/productPage/${name}.tsx`,
    layout: { areaId: 'content', sortOrder: 1 },
    query,
    hydrate: undefined,
    areas: [],
    ...more,
  };
}

/** The product page of a shop with these components, by name. */
export function composePage(schema: GraphQLSchema, components: readonly PageComponent[]): ComposedPageQueries {
  return composePageQueries({
    schema,
    group: 'productPage',
    path: pages.productPage.path,
    components,
    contextValues: contextValueNames(pages, 'productPage'),
    validate: createQueryValidation(schema),
    ownFields: new Set(['url']),
    ownerOf: (field) => (field === 'product' ? 'catalog' : undefined),
  });
}

/** The page's operation; the test fails when there are findings. */
export function operationOf(schema: GraphQLSchema, components: readonly PageComponent[]): PageOperation {
  const { operation, findings } = composePage(schema, components);
  if (operation === undefined) throw new Error(`no operation: ${findings.map(({ what }) => what).join('; ')}`);
  return operation;
}

/** The page's document as text, for one request. */
export function printed(operation: PageOperation, values: ContextValues = {}): string | undefined {
  const prepared = operation.prepare(values);
  return prepared === undefined ? undefined : print(prepared.document);
}

/** What each component gets from one lenient execution of the page's operation, by the component's name. */
export async function runPage(
  shop: StitchedShop,
  components: readonly PageComponent[],
  values: ContextValues = {},
): Promise<Readonly<Record<string, ComponentData>>> {
  const operation = operationOf(shop.gateway.schema, components);
  const prepared = operation.prepare(values);
  const result = prepared === undefined ? {} : await shop.gateway.executeLenient({ ...prepared, scope: guestScope() });
  const split = operation.split(values, result);
  return Object.fromEntries([...split].map(([{ name }, data]) => [name, data]));
}

/** What a component would get if its query, without `getContextValue`, ran alone on the shop's real schema. */
export async function runAlone(shop: StitchedShop, query: string): Promise<ComponentData> {
  return dataOf(await shop.gateway.execute({ document: parse(query), scope: guestScope() }));
}

/** The same on one merged schema that graphql-js executes by itself. */
export async function runAloneMerged(shop: StitchedShop, query: string): Promise<ComponentData> {
  return dataOf(await execute({ schema: shop.oneSchema(), document: parse(query), contextValue: {} }));
}

function dataOf({ data, errors = [] }: ExecutionResult): ComponentData {
  const [first] = errors;
  if (data === null || data === undefined) return { kind: 'left-out', reason: first?.message ?? '' };
  const failed = errors.some(({ path }) => path !== undefined && data[String(path[0])] === null);
  if (failed) return { kind: 'left-out', reason: first?.message ?? '' };
  return { kind: 'props', props: JSON.parse(JSON.stringify(data)) };
}

/** What a comparison sees: left out or not, and the props as JSON. */
export function comparable(data: ComponentData | undefined): unknown {
  return data?.kind === 'props' ? JSON.parse(JSON.stringify(data.props)) : data?.kind;
}

export function guestScope(): RequestScope {
  return {
    request: { id: 'test', method: 'GET', url: '/products/1', address: '', headers: {} },
    caller: { kind: 'guest' },
    visitor: null,
    signal: new AbortController().signal,
    logger: createMemoryLog().logger,
    aborted: false,
    depth: 0,
  };
}
