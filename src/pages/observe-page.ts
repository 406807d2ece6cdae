import type { Telemetry } from '#telemetry';
import type { PageComponent } from './components/page-component.ts';
import type { BuiltPage } from './page-table.ts';
import type { PagesGateway } from './pages-gateway.ts';

/** Counts each rendered component as a call of its extension. They render together, so there is no time for each. */
export function countComponents(
  telemetry: Telemetry,
  { components }: BuiltPage,
  propsOf: (component: PageComponent) => unknown,
): void {
  const now = performance.now();
  for (const component of components)
    if (propsOf(component) !== undefined) telemetry.extension(component.extension).page.count(now);
}

/** Fetches a page's data and renders it, in a span when requests are traced. */
export function tracePage<Rendered>(
  { telemetry: { tracing } }: Pick<PagesGateway, 'telemetry'>,
  { group }: BuiltPage,
  render: () => Promise<Rendered>,
): Promise<Rendered> {
  if (tracing === undefined) return render();
  return tracing.span({ name: `page ${group}`, attributes: { 'stoa.page': group } }, render);
}
