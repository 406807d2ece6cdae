import type { ExecutionResult } from 'graphql';
import { asError, type ExtensionId } from '#base';
import type { RequestScope } from '#http';
import type { Telemetry } from '#telemetry';
import { runAs } from '#watchdog';
import type { Omission } from './component-error-log.ts';
import { componentId, type PageComponent } from './components/page-component.ts';
import { notFoundPage } from './components/page-layout.ts';
import type { ComponentResult, RenderRequest } from './components/render-component.ts';
import { jsonForScript } from './document/escape-html.ts';
import { ownWords } from './document/own-words.ts';
import { buildDocument, type PageDocument } from './document/page-document.ts';
import type { FoundDocument } from './kept-documents.ts';
import type { BuiltPage, OwnComponents } from './page-table.ts';
import type { PageValues } from './page-values.ts';
import type { PagesGateway } from './pages-gateway.ts';
import {
  formFor,
  isAsked,
  isShown,
  itemsByList,
  type PageData,
  type Placed,
  type PropsOf,
  placedOf,
  propsIn,
  withoutItem,
  writtenOf,
} from './renderings.ts';

export interface PageWork extends Pick<RenderRequest, 'shop' | 'form' | 'formKey'> {
  readonly page: BuiltPage;
  readonly values: PageValues;
  readonly scope: RequestScope;
  /** The request was refused because something is away. Only the components of every page ask for data. */
  readonly isRefused?: boolean | undefined;
}

export interface RenderedDocument extends PageDocument {
  /** What the page is about is away. The document says so, with the components of every page. */
  readonly isOutage: boolean;
  /** Its hash, where the document was kept. */
  readonly kept?: Omit<FoundDocument, 'html'> | undefined;
}

/**
 * Fetches a page's data in one operation, renders each component separately, and assembles the page: in a span when
 * requests are traced. An error of one component leaves only that one out. `not-found`: the page's subject does not
 * exist.
 */
export function renderComponents(gateway: PagesGateway, work: PageWork): Promise<RenderedDocument | 'not-found'> {
  const { tracing } = gateway.telemetry;
  const { group } = work.page;
  if (tracing === undefined) return renderPage(gateway, work);
  return tracing.span({ name: `page ${group}`, attributes: { 'stoa.page': group } }, () => renderPage(gateway, work));
}

async function renderPage(gateway: PagesGateway, work: PageWork): Promise<RenderedDocument | 'not-found'> {
  const { page, form, formKey, scope } = work;
  const meter = gateway.development ? createMeter(page) : undefined;
  const result = await fetchData(gateway, work, meter);
  if (result !== undefined && isNotFound(work, result)) return 'not-found';
  const { keptPages } = gateway.pages;
  const key = result === undefined ? undefined : pageKeyOf(gateway, work, result);
  const known = key === undefined ? undefined : keptPages.find(key, formKey);
  if (known !== undefined) return { isOutage: false, nonce: undefined, html: known.html, kept: known };
  const { data, isLost } = readData(work, result);
  // The client has gone or the time is over, so missing components are not logged.
  if (scope.aborted) throw scope.signal.reason;
  for (const [component, own] of data) {
    if (own.kind === 'left-out') logOmission(gateway, work, component, { reason: own.reason });
  }

  // An address that does not exist stays one. A refused form stays on its page, with what was typed.
  const isOutage = isLost && form === undefined && page.group !== notFoundPage;
  const { document, isPure } = await renderDocument(gateway, work, {
    propsOf: (component) =>
      (isOutage && component.group === page.group) || !isShown(component, work) ? undefined : propsIn(data, component),
    isLost: isLost && page.group !== notFoundPage,
    meter,
  });
  const isPlain = document.nonce === undefined && document.movedTo === undefined;
  const isWhole = isPure && isPlain && data.values().every(({ kind }) => kind === 'props');
  const kept = isWhole && key !== undefined ? keptPages.keep(key, document.html, formKey) : undefined;
  return { isOutage, ...document, kept };
}

/** `isLost`: the page says that its data is away. `isPure`: every component could be kept. */
async function renderDocument(
  gateway: PagesGateway,
  work: PageWork,
  {
    propsOf,
    isLost,
    meter,
  }: { readonly propsOf: PropsOf; readonly isLost: boolean; readonly meter: Meter | undefined },
): Promise<{ readonly document: PageDocument; readonly isPure: boolean }> {
  const { page, values, shop, form, formKey } = work;
  const { results, items, isPure } = await renderEach(gateway, work, propsOf);
  // The overlay shows each component's time and extent.
  if (meter !== undefined)
    for (const [component, result] of results) if (result.kind === 'rendered') meter.rendered(component, result.ms);
  const document = buildDocument(page.shell, {
    shop,
    ...ownWords(
      { group: page.group, shop, startPath: gateway.pages.startPath },
      { isLost, isForm: form !== undefined },
    ),
    results,
    items,
    propsOf,
    idPrefixOf: (component) => page.idPrefixes.get(component) ?? '',
    page: values.page,
    islandContext: { page: values.page, shop, formKey },
    formOf: ({ extension }) => formFor(extension, form, gateway.pages.ownRoutes),
    mark: meter?.mark,
  });
  return { document, isPure };
}

const writeFragment = 'write a fragment on the type of the items as its query';

async function renderEach(gateway: PagesGateway, work: PageWork, propsOf: PropsOf) {
  const { page } = work;
  const visit = { page: work.values.page, shop: work.shop, formKey: work.formKey };
  const { kept } = gateway.pages;
  const purity = purityOf(gateway, work);
  const rendered = new Map<Placed, ComponentResult>();
  let whole: Parameters<typeof renderOf>[1] | undefined;
  const renderOwn = async ({ id, components }: OwnComponents): Promise<void> => {
    const own = placedOf(page, { id, components }, propsOf);
    for (const placed of own)
      rendered.set(
        placed,
        (purity === 'assumed' ? kept.find(writtenOf(placed), placed, visit) : undefined) ?? notRendered,
      );
    const others = own.filter((placed) => rendered.get(placed) === notRendered);
    if (others.length === 0) return;
    countCalls(gateway.telemetry, id, others.length);
    whole ??= { ...work, menus: gateway.pages.menusOf(work.values, work.shop) };
    const results = await renderOf(gateway, whole, { id, own: others, purity });
    for (const [index, placed] of others.entries()) {
      const result = results[index] ?? notRendered;
      rendered.set(placed, result);
      if (purity === 'assumed') kept.keep(writtenOf(placed), result, { ...placed, ...visit });
      if (purity === 'checked') kept.report(writtenOf(placed), result, gateway.logger);
    }
  };
  await Promise.all(page.byExtension.map(renderOwn));
  const results = new Map<PageComponent, ComponentResult>();
  for (const [{ component, inItem }, result] of rendered) if (inItem === undefined) results.set(component, result);
  const nowhere = withoutItem(page, results);
  for (const component of nowhere)
    logOmission(gateway, work, component, { reason: `its area is one of each item of a list: ${writeFragment}` });
  // In page order, whichever extension finished first.
  const failed = [...rendered].flatMap(([placed, result]) =>
    result.kind === 'failed' ? [{ component: writtenOf(placed), error: result.error }] : [],
  );
  for (const { component, error } of failed.toSorted(
    (one, other) => page.components.indexOf(one.component) - page.components.indexOf(other.component),
  )) {
    gateway.telemetry.extension(component.extension).page.fail();
    logOmission(gateway, work, component, { err: asError(error) });
  }
  const isPure = nowhere.length === 0 && rendered.values().every((one) => one.kind === 'rendered' && one.reads);
  return { results, items: itemsByList(page, rendered), isPure };
}

const notRendered: ComponentResult = { kind: 'failed', error: new Error('it was not rendered') };

/** Only what guests get is kept. In development, every component is rendered, and the log names impure ones. */
function purityOf({ development }: PagesGateway, { page, values, form }: PageWork): RenderRequest['purity'] {
  if (page.access === 'private' || values.page.userId !== null || form !== undefined) return undefined;
  return development ? 'checked' : 'assumed';
}

async function renderOf(
  { extensions, pages }: PagesGateway,
  { values, shop, form, formKey, menus }: PageWork & Pick<RenderRequest, 'menus'>,
  { id, own, purity }: { readonly id: ExtensionId; readonly own: readonly Placed[] } & Pick<RenderRequest, 'purity'>,
): Promise<readonly ComponentResult[]> {
  try {
    const extension = extensions.get(id);
    if (extension === undefined) throw new Error(`the extension ${id} is away`);
    const rendering = {
      ...pages.rendering,
      shop,
      page: values.page,
      form: formFor(id, form, pages.ownRoutes),
      menus,
      formKey,
      purity,
      components: own.map((placed) => ({
        id: componentId(writtenOf(placed)),
        props: placed.props,
        idPrefix: placed.idPrefix,
      })),
    };
    return await runAs(id, () => extension.running.render(rendering));
  } catch (error) {
    return own.map(() => ({ kind: 'failed', error }));
  }
}

/** Undefined for a page without a query. */
async function fetchData(
  gateway: PagesGateway,
  work: PageWork,
  meter: Meter | undefined,
): Promise<ExecutionResult | undefined> {
  const { page, values, scope } = work;
  const prepared = page.operation?.prepare(values.context, (component) => isAsked(component, work));
  if (prepared === undefined) return undefined;
  const started = performance.now();
  const result = await gateway.executeLenient({ ...prepared, scope });
  if (meter !== undefined) meter.dataMs = rounded(performance.now() - started);
  return result;
}

function isNotFound({ page, isRefused = false }: PageWork, result: ExecutionResult): boolean {
  const { operation, notFoundWhenNull: subject } = page;
  return !isRefused && subject !== undefined && operation?.isNull(subject, result) === true;
}

/** `isLost`: errors took away what the page is about. */
function readData(
  work: PageWork,
  result: ExecutionResult | undefined,
): { readonly data: PageData; readonly isLost: boolean } {
  const { page, values, isRefused = false } = work;
  const { operation, notFoundWhenNull: subject } = page;
  const data: PageData =
    operation?.split(values.context, result ?? { data: {} }, (component) => isAsked(component, work)) ?? new Map();
  const isLost = result !== undefined && operation?.isLost({ subject, values: values.context, result, data }) === true;
  return { data, isLost: isRefused || isLost };
}

/** Undefined when the page may not be kept. Addresses that do not exist are too many. */
function pageKeyOf(gateway: PagesGateway, work: PageWork, { data, errors = [] }: ExecutionResult): string | undefined {
  const { page, values, shop, isRefused } = work;
  const isKept = purityOf(gateway, work) === 'assumed' && page.group !== notFoundPage && isRefused !== true;
  return isKept && errors.length === 0 && data ? gateway.pages.keptPages.keyOf({ ...values, shop }, data) : undefined;
}

function logOmission(
  { pages, logger }: PagesGateway,
  { page, scope }: PageWork,
  ...omitted: readonly [PageComponent, Omission]
): void {
  pages.leftOut.note(...omitted, { request: scope.logger, process: logger, page: page.group });
}

/** Counts each rendered component as a call of its extension. They render together, so there is no time for each. */
function countCalls(telemetry: Telemetry, id: ExtensionId, count: number): void {
  const { page } = telemetry.extension(id);
  const now = performance.now();
  for (let each = 0; each < count; each++) page.count(now);
}

type Meter = ReturnType<typeof createMeter>;

/** Measures one page, and writes the overlay's data into its HTML as comments, since elements would change it. */
function createMeter(page: BuiltPage) {
  const rendering = new Map<PageComponent, number>();
  const meter = {
    dataMs: 0,
    rendered: (component: PageComponent, ms: number) => void rendering.set(component, rounded(ms)),
    mark: (html: string, subject: PageComponent | string): string => {
      if (typeof subject === 'string') return marked(html, { area: subject, page: page.group });
      const { extension, name, file, layout, query } = subject;
      return marked(html, {
        component: name,
        extension,
        file,
        sortOrder: layout.sortOrder,
        // The page has one operation, so all components with a query waited equally long.
        dataMs: query === undefined ? null : meter.dataMs,
        renderMs: rendering.get(subject) ?? null,
      });
    },
  };
  return meter;
}

function rounded(ms: number): number {
  return Math.round(ms * 100) / 100;
}

function marked(html: string, label: object): string {
  return `<!--stoa ${jsonForScript(label)}-->${html}<!--/stoa-->`;
}
