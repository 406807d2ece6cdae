import { configValues } from 'stoa/tooling';
import type { ShopState } from '../shop/index.ts';
import type { ChangeLevel, ShopChange } from './shop-change.ts';

/** Compares the rest of gateway.yaml by path. Secrets are printed as `***`, and compared as written in the file. */
export function diffConfig(before: ShopState, after: ShopState): readonly ShopChange[] {
  if (before.config === undefined || after.config === undefined) return [];
  const [old, current] = [configValues(before.config), configValues(after.config)];
  const pointers = [...new Set([...old.keys(), ...current.keys()])].toSorted();
  return pointers.flatMap((pointer): readonly ShopChange[] => {
    const [one, other] = [old.get(pointer), current.get(pointer)];
    if (one?.compared === other?.compared) return [];
    const name = (one ?? other)?.name ?? '';
    const what = `${name} was ${one?.shown ?? 'not set'}, and is ${other?.shown ?? 'not set'}`;
    const level = levelOf(pointer, one?.value, other?.value);
    const where = { file: 'gateway.yaml', line: null };
    return [{ level, subject: 'config', code: 'CONFIG_CHANGED', name, what, extension: null, where, affects: [] }];
  });
}

function levelOf(pointer: string, old: unknown, current: unknown): ChangeLevel {
  if (pointer === '/graphql/access') return current === 'private' ? 'breaking' : 'dangerous';
  if (pointer === '/graphql/persisted/only') return current === true ? 'breaking' : 'safe';
  // Existing tokens become invalid.
  if (/^\/auth\/bearer\/jwt\/(?:issuer|audience|jwks)$/.test(pointer)) return 'breaking';
  if (pointer.startsWith('/auth/bearer/tokens/')) return old === undefined ? 'safe' : 'breaking';
  if (pointer === '/shop/locales')
    return prefixes(old).every((each) => prefixes(current).includes(each)) ? 'safe' : 'breaking';
  if (pointer.endsWith('/secret') || pointer.startsWith('/database')) return 'dangerous';
  if (typeof old === 'number' && typeof current === 'number') {
    // No limit of a rate is written as 0.
    const limitOf = (value: number) => (value === 0 && pointer.endsWith('/rateLimit/points') ? Infinity : value);
    return limitOf(current) < limitOf(old) ? 'dangerous' : 'safe';
  }
  return old === undefined ? 'safe' : 'dangerous';
}

/** Locales with which addresses begin: all but the first, which is the default. */
function prefixes(locales: unknown): readonly unknown[] {
  return Array.isArray(locales) ? locales.slice(1) : [];
}

/** Extensions that were added, removed or resolve to another folder. */
export function diffExtensions(before: ShopState, after: ShopState): readonly ShopChange[] {
  const [old, current] = [before, after].map(
    ({ config }) => new Map((config?.extensions ?? []).map((extension) => [String(extension.name), extension])),
  );
  const names = [...new Set([...(old?.keys() ?? []), ...(current?.keys() ?? [])])];
  const changed = names.flatMap((name): readonly ShopChange[] => {
    const [one, other] = [old?.get(name), current?.get(name)];
    const where = { file: 'gateway.yaml', line: (other ?? one)?.declaredAt.line ?? null };
    const extension = (level: ChangeLevel, code: string, what: string): ShopChange => {
      return { level, subject: 'extension', code, name, what, extension: name, where, affects: [] };
    };
    if (one === undefined) return [extension('safe', 'EXTENSION_ADDED', `The extension ${name} was added`)];
    if (other === undefined)
      return [extension('breaking', 'EXTENSION_REMOVED', `The extension ${name} is no longer in the shop`)];
    if (one.resolve === other.resolve) return [];
    const what = `The extension ${name} was ${one.resolve}, and is ${other.resolve}`;
    return [extension('dangerous', 'EXTENSION_RESOLVED', what)];
  });
  const order = (all: typeof old, other: typeof old): string =>
    [...(all?.keys() ?? [])].filter((name) => other?.has(name)).join(', ');
  if (order(old, current) === order(current, old)) return changed;
  const what = `The order of the extensions was ${order(old, current)}, and is ${order(current, old)}`;
  const where = { file: 'gateway.yaml', line: null };
  const common = { name: 'system.extensions', extension: null, where, affects: [] };
  return [...changed, { level: 'safe', subject: 'extension', code: 'EXTENSION_ORDER', what, ...common }];
}
