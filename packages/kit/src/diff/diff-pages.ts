import {
  everyPage,
  gatewayAreas,
  notFoundPage,
  type PageComponent,
  type PageConfig,
  pathShape,
  QueryText,
} from 'stoa/tooling';
import { componentKey, paramsOf, type ShopState } from '../shop/index.ts';
import type { AffectedConsumers } from './affected-consumers.ts';
import { type Affected, type ChangeLevel, changePlace, type FoundChange, type ShopChange } from './shop-change.ts';

export async function diffPages(
  before: ShopState,
  after: ShopState,
  affected: AffectedConsumers,
): Promise<readonly ShopChange[]> {
  const names = new Set([before, after].flatMap(({ config }) => Object.keys(config?.pages ?? {})));
  const found = [
    ...(await Promise.all([...names].map((name) => diffPage(name, [before, after], affected)))).flat(),
    ...diffAreas(before, after, affected),
    ...diffComponents(before, after, affected),
  ];
  return found.map((change) => ({
    where: null,
    affects: [],
    extension: null,
    ...change,
    ...(change.subject === 'page' && ownPlace(change.name, [after, before])),
  }));
}

/** The page.json of a page that an extension brings. */
function ownPlace(name: string, states: readonly ShopState[]): Pick<ShopChange, 'where'> | undefined {
  const state = states.find(({ config }) => config?.pages[name] !== undefined);
  const place = state?.config?.pages[name]?.places?.get('path');
  return state && place && { where: changePlace(state, place) };
}

async function diffPage(
  name: string,
  [before, after]: readonly [ShopState, ShopState],
  affected: AffectedConsumers,
): Promise<readonly FoundChange[]> {
  const [old, current] = [before.config?.pages[name], after.config?.pages[name]];
  if (old === undefined) {
    const what = `The page ${name} at ${current?.path} was added`;
    return [pageChange(name, { level: 'safe', code: 'PAGE_ADDED', what })];
  }
  const own = before.components.filter(({ group }) => group === name);
  const isEmpty = own.length > 0 && !after.components.some(({ group }) => group === name);
  if (current === undefined || isEmpty) {
    const why = current === undefined ? 'was removed' : 'is not found any more: no component of it is left';
    const standing = own.map((component) => affected.ofComponent(component, 'stands on it'));
    const affects = [...standing, ...(await affected.ofLink(name))];
    const what = `The page ${name} at ${old.path} ${why}`;
    return [pageChange(name, { level: 'breaking', code: 'PAGE_REMOVED', what, affects })];
  }
  const compared: ComparedPage = { name, old, current, before, after, affected };
  return [
    ...(await diffPath(compared)),
    ...(await diffAccess(compared, own)),
    ...diffPermissions(compared),
    ...diffParameters(compared),
  ];
}

function pageChange(name: string, change: Omit<FoundChange, 'name' | 'subject'>): FoundChange {
  return { subject: 'page', name, where: { file: 'gateway.yaml', line: null }, ...change };
}

interface ComparedPage {
  readonly name: string;
  readonly old: PageConfig;
  readonly current: PageConfig;
  readonly before: ShopState;
  readonly after: ShopState;
  readonly affected: AffectedConsumers;
}

async function diffPath(compared: ComparedPage): Promise<readonly FoundChange[]> {
  const { name, old, current, affected } = compared;
  if (old.path === current.path) return [];
  const params = paramsOf(current.path);
  const lost = paramsOf(old.path).filter((param) => !params.includes(param));
  const affects = [...askers(compared, lost), ...(await affected.ofLink(name, { params }))];
  const code = pathShape(old.path) === pathShape(current.path) ? 'PAGE_PARAMETER_RENAMED' : 'PAGE_MOVED';
  const what = `The path of the page ${name} was ${old.path}, and is ${current.path}`;
  return [pageChange(name, { level: 'breaking', code, what, affects })];
}

async function diffAccess(
  { name, old, current, affected }: ComparedPage,
  own: readonly PageComponent[],
): Promise<readonly FoundChange[]> {
  if (old.access === current.access) return [];
  const what = `The page ${name} was ${old.access}, and is ${current.access}`;
  const code = 'PAGE_ACCESS_CHANGED';
  if (current.access === 'public') return [pageChange(name, { level: 'dangerous', code, what })];
  const hidden = own.map((component) => affected.ofComponent(component, 'is hidden from guests'));
  return [pageChange(name, { level: 'breaking', code, what, affects: [...hidden, ...(await affected.ofLink(name))] })];
}

function diffPermissions({ name, old, current }: ComparedPage): readonly FoundChange[] {
  const code = 'PAGE_PERMISSIONS_CHANGED';
  const say = (level: ChangeLevel, what: string, list: readonly string[]): readonly FoundChange[] =>
    list.length === 0 ? [] : [pageChange(name, { level, code, what: `The page ${name} ${what} ${list.join(', ')}` })];
  return [
    ...say('breaking', 'also needs', [...new Set(current.permissions).difference(new Set(old.permissions))]),
    ...say('dangerous', 'no longer needs', [...new Set(old.permissions).difference(new Set(current.permissions))]),
    ...((old.common ?? true) === (current.common ?? true)
      ? []
      : [pageChange(name, { level: 'dangerous', code: 'PAGE_COMMON_CHANGED', what: commonText(name, current) })]),
  ];
}

function commonText(name: string, { common }: PageConfig): string {
  if (typeof common === 'string') return `The page ${name} has the components of ${common} as its frame`;
  return `The page ${name} ${common === false ? 'no longer has' : 'has'} the components of every page`;
}

function diffParameters(compared: ComparedPage): readonly FoundChange[] {
  const { name, old, current } = compared;
  const removed = old.query
    .filter((one) => !current.query.includes(one))
    .map((parameter) => {
      const affects = askers(compared, [parameter]);
      const level = affects.some(({ state }) => state === 'broken') ? 'breaking' : 'dangerous';
      const what = `The page ${name} no longer reads "${parameter}"`;
      return pageChange(name, { level, code: 'PAGE_QUERY_REMOVED', what, affects });
    });
  const added = current.query
    .filter((one) => !old.query.includes(one))
    .map((one) =>
      pageChange(name, { level: 'safe', code: 'PAGE_QUERY_ADDED', what: `The page ${name} reads "${one}"` }),
    );
  if (old.notFoundWhenNull === current.notFoundWhenNull) return [...removed, ...added];
  const level = old.notFoundWhenNull === undefined ? 'safe' : 'dangerous';
  const what = `The page ${name} is not found when ${current.notFoundWhenNull ?? 'nothing'} is null`;
  return [...removed, ...added, pageChange(name, { level, code: 'PAGE_NOT_FOUND_CHANGED', what })];
}

/** Components that read a context value which their page no longer provides. */
function askers({ name: group, before, after, affected }: ComparedPage, names: readonly string[]): readonly Affected[] {
  const call = (name: string): RegExp => new RegExp(`getContextValue\\(\\s*"${name}"\\s*\\)`);
  const asks = (query: string | undefined, name: string): boolean => query !== undefined && call(name).test(query);
  return before.components.flatMap((component) => {
    const asked = names.find((name) => asks(component.query, name));
    if ((component.group !== group && component.group !== everyPage) || asked === undefined) return [];
    const later = after.components.find((other) => componentKey(other) === componentKey(component));
    const place = new QueryText(component, component.query ?? '').placeOf(component.query?.search(call(asked)) ?? 0);
    const victim = affected.ofComponent(component, `asks for getContextValue("${asked}")`, place);
    return [later !== undefined && !asks(later.query, asked) ? { ...victim, state: 'adapted' as const } : victim];
  });
}

const shell: ReadonlySet<string> = new Set(gatewayAreas);

/** Compares the areas that components provide. Components in a removed area no longer render. */
function diffAreas(before: ShopState, after: ShopState, affected: AffectedConsumers): readonly FoundChange[] {
  const [old, current] = [offeredAreas(before), offeredAreas(after)];
  const removed = old.flatMap(({ name, component }): readonly FoundChange[] => {
    const isLeft = current.some((area) => area.name === name && isOn(component.group, area.component.group));
    if (isLeft || shell.has(name)) return [];
    const affects = before.components
      .filter(
        ({ layout, group }) => layout.areaId === name && (isOn(component.group, group) || isOn(group, component.group)),
      )
      .map((each) => {
        const victim = affected.ofComponent(each, `stands in ${name}`);
        const later = after.components.find((other) => componentKey(other) === componentKey(each));
        return later !== undefined && later.layout.areaId !== name ? { ...victim, state: 'adapted' as const } : victim;
      });
    const what = `The area ${name} of ${component.extension}.${component.name} was removed`;
    const where = changePlace(before, component);
    const { extension } = component;
    return [{ level: 'breaking', subject: 'area', code: 'AREA_REMOVED', name, what, extension, where, affects }];
  });
  const added = current.flatMap(({ name, component }): readonly FoundChange[] => {
    const isOld = old.some((area) => area.name === name && isOn(component.group, area.component.group));
    if (isOld || shell.has(name)) return [];
    const what = `The area ${name} was added, in ${component.extension}.${component.name}`;
    return [{ level: 'safe', subject: 'area', code: 'AREA_ADDED', name, what, where: changePlace(after, component) }];
  });
  return [...removed, ...added];
}

interface OfferedArea {
  readonly name: string;
  readonly component: PageComponent;
}

/** Several pages may offer an area of one name. */
function offeredAreas({ components }: ShopState): readonly OfferedArea[] {
  const offered = components.flatMap((component) => component.areas.map((name) => ({ name, component })));
  return [...new Map(offered.map((area) => [`${area.name} ${area.component.group}`, area])).values()];
}

/** Whether what stands on the pages `there` stands on the page too. */
function isOn(page: string, there: string): boolean {
  return there === page || there === everyPage;
}

function diffComponents(before: ShopState, after: ShopState, affected: AffectedConsumers): readonly FoundChange[] {
  const [old, current] = [before, after].map(
    ({ components }) => new Map(components.map((component) => [componentKey(component), component])),
  );
  const gone = [...(old ?? [])].flatMap(([key, component]): readonly FoundChange[] => {
    if (current?.has(key) === true) return [];
    const name = nameOf(component);
    const what = `The component ${name} of ${pageText(component)} was removed`;
    const affects = [affected.ofComponent(component, 'is no longer there')];
    const where = changePlace(before, component);
    const common = { name, what, extension: component.extension, where, affects };
    return [{ level: 'breaking', subject: 'component', code: 'COMPONENT_REMOVED', ...common }];
  });
  const others = [...(current ?? [])].flatMap(([key, component]): readonly FoundChange[] => {
    const where = changePlace(after, component);
    const name = nameOf(component);
    const earlier = old?.get(key);
    if (earlier !== undefined)
      return diffComponent(earlier, component, { after, affected }).map((t) => ({ ...t, where }));
    const what = `The component ${name} was added to ${pageText(component)}`;
    return [{ level: 'safe', subject: 'component', code: 'COMPONENT_ADDED', name, what, where }];
  });
  return [...gone, ...others];
}

function diffComponent(
  old: PageComponent,
  current: PageComponent,
  { after, affected }: { readonly after: ShopState; readonly affected: AffectedConsumers },
): readonly FoundChange[] {
  const name = nameOf(current);
  const found: FoundChange[] = [];
  const say = (level: ChangeLevel, code: string, what: string, affects: readonly Affected[] = []): unknown =>
    found.push({ level, subject: 'component', code, name, what, affects });
  if (old.layout.areaId !== current.layout.areaId) {
    const hasPlace =
      shell.has(current.layout.areaId) || after.components.some(({ areas }) => areas.includes(current.layout.areaId));
    const what = `${name} stood in ${old.layout.areaId}, and stands in ${current.layout.areaId}${hasPlace ? '' : ', which no page has'}`;
    const affects = [affected.ofComponent(current, 'has moved')];
    say(hasPlace ? 'dangerous' : 'breaking', 'COMPONENT_MOVED', what, affects);
  }
  if (old.layout.sortOrder !== current.layout.sortOrder)
    say('safe', 'COMPONENT_ORDER', `${name} has the sortOrder ${current.layout.sortOrder}`);
  if (old.query !== current.query) say('safe', 'COMPONENT_QUERY', `${name} asks for other data`);
  if (old.hydrate !== current.hydrate)
    say('safe', 'COMPONENT_HYDRATE', `${name} hydrates: ${current.hydrate ?? 'never'}`);
  return found;
}

function nameOf({ extension, name }: PageComponent): string {
  return `${extension}.${name}`;
}

function pageText({ group }: PageComponent): string {
  if (group === everyPage) return 'every page';
  return group === notFoundPage ? 'the page for unknown addresses' : `the page ${group}`;
}
