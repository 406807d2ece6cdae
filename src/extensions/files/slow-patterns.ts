import { isObjectOrList, isTooSlow, pointerTo } from '#base';

/** The texts of the finding PATTERN_TOO_SLOW. */
export const slowPattern = {
  what: 'may take time that grows faster than the text: one hostile request would block the shop',
  fix: 'Write it without nested or adjacent repetitions, or without lookarounds and back references. Then it runs in linear time.',
} as const;

/** Keywords whose values are data, not schemas. */
export const dataKeywords: ReadonlySet<string> = new Set(['const', 'enum', 'default', 'examples']);

/** JSON pointers of the patterns of a JSON Schema that may block the process. */
export function slowPatternsIn(schema: unknown, pointer = ''): readonly string[] {
  if (!isObjectOrList(schema)) return [];
  return Object.entries(schema).flatMap(([key, value]): readonly string[] => {
    const own = pointerTo(pointer, key);
    if (key === 'pattern' && typeof value === 'string') return isTooSlow(value) ? [own] : [];
    const names = key === 'patternProperties' && isObjectOrList(value) ? Object.keys(value).filter(isTooSlow) : [];
    const inside = dataKeywords.has(key) ? [] : slowPatternsIn(value, own);
    return [...names.map((name) => pointerTo(own, name)), ...inside];
  });
}
