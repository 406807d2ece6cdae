import { asError, type ExtensionId } from '#base';
import type { SubmittedForm } from '#extension-ui';
import type { RequestScope } from '#http';
import type { Telemetry } from '#telemetry';
import { runAs } from '#watchdog';
import type { Omission } from './component-error-log.ts';
import { type ComponentData, componentId, type PageComponent } from './components/page-component.ts';
import { everyPage, notFoundPage } from './components/page-layout.ts';
import type { ComponentResult } from './components/render-component.ts';
import { jsonForScript } from './document/escape-html.ts';
import { buildDocument, type PageDocument } from './document/page-document.ts';
import type { BuiltPage, OwnComponents } from './page-table.ts';
import type { PageValues } from './page-values.ts';
import type { PagesGateway } from './pages-gateway.ts';
import { formFor, itemsByList, type Placed, type PropsOf, placedOf, withoutItem, writtenOf } from './renderings.ts';

export interface PageWork {
  readonly page: BuiltPage;
  readonly values: PageValues;
  readonly form: SubmittedForm | undefined;
  /** See `useFormKey`. */
  readonly formKey: string;
  readonly scope: RequestScope;
  /** The request was refused because something is away. Only the components of every page ask for data. */
  readonly isRefused?: boolean | undefined;
}

export interface RenderedDocument extends PageDocument {
  /** What the page is about is away. The document says so, with the components of every page. */
  readonly isOutage: boolean;
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
  const { page, form, scope, isRefused = false } = work;
  const meter = gateway.development ? createMeter(page) : undefined;
  const fetched = await fetchData(gateway, work, meter);
  if (fetched === 'not-found') return fetched;
  const { data, isLost } = fetched;
  // The client has gone or the time is over, so missing components are not logged.
  if (scope.aborted) throw scope.signal.reason;
  for (const [component, own] of data) {
    if (own.kind === 'left-out' && (!isRefused || component.group === everyPage))
      logOmission(gateway, work, component, { reason: own.reason });
  }

  // An address that does not exist stays one. A refused form stays on its page, with what was typed.
  const isOutage = isLost && form === undefined && page.group !== notFoundPage;
  const document = await renderDocument(gateway, work, {
    propsOf: (component) => (isOutage && component.group !== everyPage ? undefined : propsIn(data, component)),
    isLost: isLost && page.group !== notFoundPage,
    meter,
  });
  return { isOutage, ...document };
}

/** `isLost`: the page says that its data is away. */
async function renderDocument(
  gateway: PagesGateway,
  work: PageWork,
  {
    propsOf,
    isLost,
    meter,
  }: { readonly propsOf: PropsOf; readonly isLost: boolean; readonly meter: Meter | undefined },
): Promise<PageDocument> {
  const { page, values, form, formKey } = work;
  const { results, items } = await renderEach(gateway, work, propsOf);
  // The overlay shows each component's time and extent.
  if (meter !== undefined)
    for (const [component, result] of results) if (result.kind === 'rendered') meter.rendered(component, result.ms);
  const shell = isLost && form === undefined ? { ...page.shell, head: { title: outageTitle } } : page.shell;
  return buildDocument(shell, {
    results,
    items,
    propsOf,
    idPrefixOf: (component) => page.idPrefixes.get(component) ?? '',
    page: values.page,
    islandContext: { page: values.page, shop: page.shell.shop, formKey },
    formOf: ({ extension }) => formFor(extension, form, gateway.pages.ownRoutes),
    mark: meter?.mark,
    notice: isLost ? outageText(form) : undefined,
  });
}

const outageTitle = 'Temporarily unavailable';

function outageText(form: SubmittedForm | undefined): string {
  if (form !== undefined) return '<p role="status">A part of this page is temporarily unavailable.</p>';
  // An empty address is that of the page itself.
  const text = 'This page cannot be shown at the moment.';
  return `<h1>${outageTitle}</h1><p>${text} <a href="">Try again</a> in a moment.</p>`;
}

const writeFragment = 'write a fragment on the type of the items as its query';

async function renderEach(gateway: PagesGateway, work: PageWork, propsOf: PropsOf) {
  const { page } = work;
  const rendered = new Map<Placed, ComponentResult>();
  const renderOwn = async ({ id, components }: OwnComponents): Promise<void> => {
    const own = placedOf(page, { id, components }, propsOf);
    if (own.length === 0) return;
    countCalls(gateway.telemetry, id, own.length);
    const results = await renderOf(gateway, work, { id, own });
    for (const [index, placed] of own.entries())
      rendered.set(placed, results[index] ?? { kind: 'failed', error: new Error('it was not rendered') });
  };
  await Promise.all(page.byExtension.map(renderOwn));
  const whole = new Map<PageComponent, ComponentResult>();
  for (const [{ component, inItem }, result] of rendered) if (inItem === undefined) whole.set(component, result);
  for (const component of withoutItem(page, whole))
    logOmission(gateway, work, component, { reason: `its area is one of each item of a list: ${writeFragment}` });
  // In page order, whichever extension finished first.
  const order = new Map(page.components.map((component, index) => [component, index]));
  const failed = [...rendered].flatMap(([placed, result]) =>
    result.kind === 'failed' ? [{ component: writtenOf(placed), error: result.error }] : [],
  );
  for (const { component, error } of failed.toSorted(
    (one, other) => (order.get(one.component) ?? 0) - (order.get(other.component) ?? 0),
  )) {
    gateway.telemetry.extension(component.extension).page.fail();
    logOmission(gateway, work, component, { err: asError(error) });
  }
  return { results: whole, items: itemsByList(page, rendered) };
}

async function renderOf(
  { extensions, pages }: PagesGateway,
  { values, form, formKey }: PageWork,
  { id, own }: { readonly id: ExtensionId; readonly own: readonly Placed[] },
): Promise<readonly ComponentResult[]> {
  try {
    const extension = extensions.get(id);
    if (extension === undefined) throw new Error(`the extension ${id} is away`);
    const rendering = {
      ...pages.rendering,
      page: values.page,
      form: formFor(id, form, pages.ownRoutes),
      formKey,
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

function propsIn(data: PageData, component: PageComponent): Readonly<Record<string, unknown>> | undefined {
  const own = data.get(component);
  if (own === undefined) return noProps;
  return own.kind === 'props' ? own.props : undefined;
}

const noProps = {};

type PageData = ReadonlyMap<PageComponent, ComponentData>;

/** `isLost`: errors took away what the page is about. */
async function fetchData(
  gateway: PagesGateway,
  { page, values, scope, isRefused = false }: PageWork,
  meter: Meter | undefined,
): Promise<{ readonly data: PageData; readonly isLost: boolean } | 'not-found'> {
  const { operation, notFoundWhenNull: subject } = page;
  if (operation === undefined) return { data: new Map(), isLost: isRefused };
  const prepared = operation.prepare(values.context, { frameOnly: isRefused });
  if (prepared === undefined) return { data: operation.split(values.context, { data: {} }), isLost: isRefused };
  const started = performance.now();
  const result = await gateway.executeLenient({ ...prepared, scope });
  if (meter !== undefined) meter.dataMs = rounded(performance.now() - started);
  const data = operation.split(values.context, result);
  if (isRefused) return { data, isLost: true };
  if (subject !== undefined && operation.isNull(subject, result)) return 'not-found';
  return { data, isLost: operation.isLost({ subject, values: values.context, result, data }) };
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
