import { LRUCache } from 'lru-cache';
import { isObjectOrList, type Logger } from '#base';
import type { Shop } from '#extension-ui';
import type { PageComponent } from './components/page-component.ts';
import type { ComponentRequest, ComponentResult, Rendered, RenderRequest } from './components/render-component.ts';

/** An upper bound of the memory in bytes: a character takes one or two. */
const maxBytes = 16 << 20;

interface Kept {
  readonly result: Rendered;
  /** That of the page for which it was rendered. */
  readonly formKey: string;
}

type Placed = Omit<ComponentRequest, 'id'>;

/** What of a request components can read. */
export type Visit = Pick<RenderRequest, 'page' | 'shop' | 'formKey'>;

const shopNumbers = new WeakMap<Shop, number>();
let shopCount = 0;

/** Different for each state of the facts about a shop. */
export function numberOf(shop: Shop): number {
  const number = shopNumbers.get(shop) ?? ++shopCount;
  shopNumbers.set(shop, number);
  return number;
}

/** What a component's HTML depends on, apart from its props. */
interface Inputs {
  readonly number: number;
  /** The fields of the page that it has ever read. Never shrinks, so an earlier key cannot miss a field. */
  readonly fields: Set<string>;
  /** Its HTML has ids of `useId`. */
  hasIds: boolean;
}

/**
 * Components as guests got them, by all that they depend on. React requires that components are pure, so equal props
 * and equal values give equal HTML. Each gateway has its own, since areas and the shop belong to the gateway.
 */
export class KeptRenderings {
  readonly #results: LRUCache<string, Kept>;
  /** Undefined for a component that is never kept. */
  readonly #inputs = new Map<PageComponent, Inputs | undefined>();
  readonly #impure = new Set<PageComponent>();

  constructor(options: { readonly maxBytes?: number } = {}) {
    this.#results = new LRUCache({ maxSize: options.maxBytes ?? maxBytes, sizeCalculation: bytesOf });
  }

  find(component: PageComponent, placed: Placed, { page, shop, formKey }: Visit): Rendered | undefined {
    const inputs = this.#inputs.get(component);
    const key = inputs === undefined ? undefined : keyOf(placed, inputs, { page, shop });
    const kept = key === undefined ? undefined : this.#results.get(key);
    if (kept?.result.hasKey !== true) return kept?.result;
    return { ...kept.result, html: kept.result.html.replaceAll(kept.formKey, formKey) };
  }

  keep(component: PageComponent, result: ComponentResult, placed: Placed & Visit): void {
    if (result.kind !== 'rendered') return;
    const { page, shop, formKey } = placed;
    const inputs = this.#inputsOf(component);
    if (inputs === undefined) return;
    const { reads, html } = result;
    // A later version of Stoa may serve the extension, and its pages may have more fields.
    if (reads === undefined || !reads.every((name) => Object.hasOwn(page, name))) {
      this.#inputs.set(component, undefined);
      return;
    }
    for (const name of reads) inputs.fields.add(name);
    inputs.hasIds ||= html.includes(placed.idPrefix);
    const key = keyOf(placed, inputs, { page, shop });
    if (key !== undefined) this.#results.set(key, { result, formKey });
  }

  /** Logs a component that is not pure, once. */
  report(component: PageComponent, result: ComponentResult, logger: Logger): void {
    if (result.kind !== 'rendered' || result.isImpure !== true || this.#impure.has(component)) return;
    this.#impure.add(component);
    const { extension, name, file } = component;
    const fix =
      'a guest would get it as it was once: write export const cached = false, or read the value in a resolver';
    logger.warn('component is not pure', { extension, component: name, file, fix });
  }

  #inputsOf(component: PageComponent): Inputs | undefined {
    if (!this.#inputs.has(component))
      this.#inputs.set(component, { number: this.#inputs.size, fields: new Set(), hasIds: false });
    return this.#inputs.get(component);
  }
}

/** Undefined for props that have no text of their own. */
function keyOf(
  { props, idPrefix }: Placed,
  { number, fields, hasIds }: Inputs,
  { page, shop }: Pick<Visit, 'page' | 'shop'>,
): string | undefined {
  if (!isPlain(props)) return undefined;
  const values: unknown[] = [number, numberOf(shop), page.locale, hasIds ? idPrefix : ''];
  for (const name of fields) values.push(Reflect.get(page, name));
  return JSON.stringify(values) + JSON.stringify(props);
}

/** Whether JSON says all of a value: a `Map`, a `Date` or a `NaN` from a scalar would look like another one. */
export function isPlain(value: unknown): boolean {
  if (typeof value === 'string' || typeof value === 'boolean' || value === null) return true;
  if (typeof value === 'number') return Number.isFinite(value) && !Object.is(value, -0);
  if (!isObjectOrList(value)) return false;
  if (Array.isArray(value)) return value.every(isPlain);
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== null && prototype !== Object.prototype) return false;
  for (const key in value) if (!isPlain(value[key])) return false;
  return true;
}

function bytesOf({ result: { html, heads } }: Kept, key: string): number {
  return 2 * (key.length + html.length + JSON.stringify(heads).length);
}
