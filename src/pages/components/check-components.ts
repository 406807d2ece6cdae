import { didYouMean, errorFinding, type Finding, type FindingCode, kindOf, nearestName, placeInCode } from '#base';
import type { Hydrate, Layout } from '#extension-api';
import type { ComponentExports, RenderedComponent } from './page-component.ts';

/** The exports of a component's file, as plain data. */
export interface DescribedComponent {
  readonly file: string;
  /** Undefined when an export is wrong. */
  readonly exports: ComponentExports | undefined;
  readonly findings: readonly Finding[];
}

/** Checks the exports of a component's module, and reports all errors. */
export function describeComponent({
  file,
  module,
}: {
  readonly file: string;
  readonly module: unknown;
}): DescribedComponent {
  const findings: Finding[] = [];
  const report: Report = (at, what, fix) => {
    const code: FindingCode = at[0] === 'layout' ? 'COMPONENT_LAYOUT' : 'COMPONENT_EXPORT';
    const path = at[0] === 'default' ? ['export default'] : at;
    findings.push(errorFinding(code, { where: placeInCode(file, path), what, fix }));
  };
  const exported = exportsOf(module);
  reportUnknown(exported, report);
  const component = exported.get('default');
  if (!isComponent(component)) {
    const what = exported.has('default') ? 'exports a default that is not a component' : 'has no default export';
    report(['default'], what, 'Write "export default function ...", which returns what is rendered.');
  }
  const layout = readLayout(exported, report);
  const parts = {
    query: readQuery(exported, report),
    hydrate: readHydrate(exported, report),
    areas: readAreas(exported, report),
    ...readPermissions(exported, report),
  };
  reportTexts(exported, report);
  const cached = exported.get('cached');
  if (exported.has('cached') && typeof cached !== 'boolean')
    report(
      ['cached'],
      `"cached" is ${describe(cached)}, not a boolean`,
      'Write export const cached = false, or leave it out.',
    );
  if (parts.hydrate !== undefined && Object.prototype.toString.call(component) === '[object AsyncFunction]') {
    const what = 'both hydrates and is async, but a component in the browser cannot wait';
    report(['hydrate'], what, 'Wait in a resolver, and ask for the result in the query; or leave out hydrate.');
  }
  if (parts.hydrate !== undefined && parts.areas.length > 0) {
    const what = 'both hydrates and offers areas, but the browser does not know what others put there';
    report(['areas'], what, 'Offer the areas from a component of their own.');
  }
  return { file, exports: layout === undefined || findings.length > 0 ? undefined : { layout, ...parts }, findings };
}

/** `at` is the path of the wrong part: the export first. */
type Report = (at: readonly string[], what: string, fix: string) => void;
type Exports = ReadonlyMap<string, unknown>;

const exportNames = ['default', 'layout', 'query', 'hydrate', 'areas', 'cached', 'texts', 'permissions'];
const hydrateModes: readonly Hydrate[] = ['load', 'idle', 'visible'];
const idPattern = /^[a-zA-Z][a-zA-Z0-9]*$/;

export function exportsOf(module: unknown): Exports {
  return new Map(typeof module === 'object' && module !== null ? Object.entries(module) : []);
}

function reportUnknown(exported: Exports, report: Report): void {
  for (const name of exported.keys()) {
    if (exportNames.includes(name)) continue;
    const near = nearestName(name, exportNames);
    const fix = near === undefined ? 'Keep it to the file, or move it to e.g. src/.' : `Did you mean "${near}"?`;
    report([name], `exports "${name}", which a page component does not have`, fix);
  }
}

/** Whether React can render the value. Its wrappers (memo, forwardRef, lazy) are tagged objects. */
export function isComponent(value: unknown): value is RenderedComponent {
  if (typeof value === 'function') return true;
  return typeof value === 'object' && value !== null && '$$typeof' in value && !('props' in value);
}

function readLayout(exported: Exports, report: Report): Layout | undefined {
  const fix = "Write e.g. export const layout: Layout = { areaId: 'content', sortOrder: 10 };";
  const value = exported.get('layout');
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    report(['layout'], exported.has('layout') ? '"layout" is not an object' : 'has no "layout" export', fix);
    return undefined;
  }
  const { areaId, sortOrder, ...others }: Partial<Record<string, unknown>> = { ...value };
  for (const name of Object.keys(others)) {
    report(['layout', name], `"layout" has "${name}"`, didYouMean(name, ['areaId', 'sortOrder']));
  }
  if (typeof areaId !== 'string')
    report(['layout', 'areaId'], `"layout.areaId" is ${describe(areaId)}, not a string`, fix);
  if (typeof sortOrder !== 'number' || !Number.isFinite(sortOrder)) {
    report(['layout', 'sortOrder'], `"layout.sortOrder" is ${describe(sortOrder)}, not a number`, fix);
    return undefined;
  }
  return typeof areaId === 'string' ? { areaId, sortOrder } : undefined;
}

function readQuery(exported: Exports, report: Report): string | undefined {
  const value = exported.get('query');
  if (!exported.has('query') || (typeof value === 'string' && value.trim() !== '')) {
    return typeof value === 'string' ? value : undefined;
  }
  const what = typeof value === 'string' ? '"query" is empty' : `"query" is ${describe(value)}, not a string`;
  report(['query'], what, 'Write the GraphQL query as text, or leave the export out.');
  return undefined;
}

function readHydrate(exported: Exports, report: Report): Hydrate | undefined {
  const value = exported.get('hydrate');
  const mode = hydrateModes.find((each) => each === value);
  if (mode !== undefined || !exported.has('hydrate')) return mode;
  const what = typeof value === 'string' ? `"hydrate" is "${value}"` : `"hydrate" is ${describe(value)}, not a string`;
  report(['hydrate'], what, didYouMean(String(value), hydrateModes));
  return undefined;
}

function readAreas(exported: Exports, report: Report): readonly string[] {
  if (!exported.has('areas')) return [];
  const value: unknown = exported.get('areas');
  const fix = "Write e.g. export const areas = ['productGallery']: letters and digits, a letter first.";
  if (!Array.isArray(value)) {
    report(['areas'], `"areas" is ${describe(value)}, not a list`, fix);
    return [];
  }
  return value.flatMap((id: unknown) => {
    if (typeof id === 'string' && idPattern.test(id)) return id;
    report(['areas'], `"areas" has ${typeof id === 'string' ? `"${id}"` : describe(id)}, not an area's id`, fix);
    return [];
  });
}

function readPermissions(exported: Exports, report: Report): Pick<ComponentExports, 'permissions'> {
  if (!exported.has('permissions')) return {};
  const value: unknown = exported.get('permissions');
  const names = Array.isArray(value) ? value.filter((name) => typeof name === 'string' && isPermission(name)) : [];
  if (Array.isArray(value) && value.length > 0 && names.length === value.length) return { permissions: names };
  const fix = "Write e.g. export const permissions = ['stock:write'].";
  report(['permissions'], '"permissions" is no list of permissions, each as area:action', fix);
  return {};
}

function isPermission(name: string): boolean {
  return /^[a-zA-Z0-9][a-zA-Z0-9_.-]*:[a-zA-Z0-9][a-zA-Z0-9_.-]*$/.test(name);
}

/** Keys of the texts that a component needs in the browser. */
export function textKeysIn(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((key) => typeof key === 'string') : [];
}

function reportTexts(exported: Exports, report: Report): void {
  const value: unknown = exported.get('texts');
  if (!exported.has('texts')) return;
  const isList = Array.isArray(value) && textKeysIn(value).length === value.length;
  if (!isList) report(['texts'], '"texts" is not a list of keys', "Write e.g. export const texts = ['show', 'hide'].");
  else if (!exported.has('hydrate'))
    report(['texts'], 'has "texts", but only a component that hydrates sends its texts', 'Remove it.');
}

function describe(value: unknown): string {
  return typeof value === 'number' && !Number.isFinite(value) ? String(value) : kindOf(value, 'missing');
}
