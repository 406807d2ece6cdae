import type { SubmittedForm } from '#extension-ui';
import type { ComponentData, ItemPlacement, PageComponent } from './components/page-component.ts';
import type { ComponentResult } from './components/render-component.ts';
import type { PlacedResult, RenderedItems } from './document/page-document.ts';
import type { BuiltPage, OwnComponents } from './page-table.ts';
import type { PageValues } from './page-values.ts';
import type { OwnRoutes } from './queries/own-routes.ts';

/** Undefined for a component that is left out. */
export type PropsOf = (component: PageComponent) => Readonly<Record<string, unknown>> | undefined;

interface Shown {
  readonly page: Pick<BuiltPage, 'group'>;
  readonly values: Pick<PageValues, 'permissions'>;
  readonly isRefused?: boolean | undefined;
}

export function isShown({ permissions = [] }: PageComponent, { values }: Pick<Shown, 'values'>): boolean {
  return permissions.every((permission) => values.permissions.includes(permission));
}

/** Whether it is asked for its data. When the request was refused, only the page's frame is. */
export function isAsked(component: PageComponent, { page, values, isRefused = false }: Shown): boolean {
  return isShown(component, { values }) && (!isRefused || component.group !== page.group);
}

/** Without a query, a component has no props. */
export function propsIn(data: PageData, component: PageComponent): Readonly<Record<string, unknown>> | undefined {
  const own = data.get(component);
  if (own === undefined) return noProps;
  return own.kind === 'props' ? own.props : undefined;
}

const noProps = {};

export type PageData = ReadonlyMap<PageComponent, ComponentData>;

/** The form as the components of one extension see it: a short name means a route of their own first. */
export function formFor(id: string, form: SubmittedForm | undefined, ownRoutes: OwnRoutes): SubmittedForm | undefined {
  const [owner = '', route = ''] = form?.routeId.split('.') ?? [];
  if (form === undefined || owner === id) return form;
  const isShared = [...ownRoutes].some(([other, names]) => other !== owner && names.has(route));
  return isShared ? { ...form, isLong: true } : form;
}

/** One rendering of a component: on the page, or in an item of a list. */
export interface Placed {
  readonly component: PageComponent;
  readonly props: Readonly<Record<string, unknown>>;
  readonly idPrefix: string;
  /** Undefined for a component on the page. */
  readonly inItem: { readonly placement: ItemPlacement; readonly path: string } | undefined;
}

/** What one extension renders for a page. */
export function placedOf(page: BuiltPage, { id, components }: OwnComponents, propsOf: PropsOf): readonly Placed[] {
  const placements = page.operation?.items ?? [];
  const whole = components.flatMap((component): readonly Placed[] => {
    const props = page.inItems.has(component) ? undefined : propsOf(component);
    const idPrefix = page.idPrefixes.get(component) ?? '';
    return props === undefined ? [] : [{ component, props, idPrefix, inItem: undefined }];
  });
  const items = placements.flatMap((placement, index): readonly Placed[] => {
    const { component } = placement;
    const data = component.extension === id ? propsOf(component) : undefined;
    if (data === undefined) return [];
    return placement.itemsOf(data).map(([path, props], item) => {
      return { component, props, idPrefix: `i${index}-${item}-`, inItem: { placement, path } };
    });
  });
  return [...whole, ...items];
}

/** The component as its extension has written it. */
export function writtenOf({ component, inItem }: Placed): PageComponent {
  return inItem?.placement.item ?? component;
}

/** Components in areas of items that have no fragment: no item would be theirs, so they are nowhere. */
export function withoutItem(
  { shell, inItems }: BuiltPage,
  results: ReadonlyMap<PageComponent, ComponentResult>,
): readonly PageComponent[] {
  const rendered = [...results.values()].filter((result) => result.kind === 'rendered');
  const whole = new Set(rendered.flatMap(({ areas }) => areas));
  const ofItems = new Set(rendered.flatMap(({ itemAreas = [] }) => itemAreas.map(({ id }) => id)));
  return [...ofItems.difference(whole)]
    .flatMap((id) => shell.layout.get(id) ?? [])
    .filter((component) => !inItems.has(component));
}

/** What stands in the items of each list, in the order of its area. */
export function itemsByList(
  { shell }: BuiltPage,
  rendered: ReadonlyMap<Placed, ComponentResult>,
): ReadonlyMap<PageComponent, RenderedItems> {
  const lists = new Map<PageComponent, Map<string, Map<string, PlacedResult[]>>>();
  const orderOf = ({ item }: ItemPlacement): number => shell.layout.get(item.layout.areaId)?.indexOf(item) ?? 0;
  const inItems = rendered.entries().flatMap(([{ component, inItem }, result]) => {
    return inItem === undefined ? [] : [{ component, result, ...inItem }];
  });
  for (const { component, result, placement, path } of inItems
    .toArray()
    .toSorted((one, other) => orderOf(one.placement) - orderOf(other.placement))) {
    const { areaId } = component.layout;
    const areas = lists.get(placement.list) ?? new Map<string, Map<string, PlacedResult[]>>();
    const items = areas.get(areaId) ?? new Map<string, PlacedResult[]>();
    lists.set(placement.list, areas.set(areaId, items.set(path, [...(items.get(path) ?? []), { component, result }])));
  }
  return lists;
}
