import type { ServerResponse } from 'node:http';

/** Header fields: names in lower case, and values in turn. */
export type FieldList = readonly string[];

export function setFields(response: ServerResponse, fields: FieldList): void {
  for (let at = 0; at < fields.length; at += 2) response.setHeader(fields[at] ?? '', fields[at + 1] ?? '');
}

/** Of several fields with the same name the last one counts. */
export function mergeFields(...lists: readonly FieldList[]): FieldList {
  const merged = new Map<string, string>();
  for (const fields of lists)
    for (let at = 0; at < fields.length; at += 2) merged.set(fields[at] ?? '', fields[at + 1] ?? '');
  return [...merged].flat();
}

/** By the list of the gateway, then by the list of the response. There are few of either. */
const shared = new WeakMap<FieldList, Map<FieldList, FieldList>>();

/** The same for two lists that many responses have: their merged list is made once. */
export function mergeShared(common: FieldList, own: FieldList): FieldList {
  const known = shared.get(common) ?? new Map<FieldList, FieldList>();
  shared.set(common, known);
  const merged = known.get(own) ?? mergeFields(common, own);
  known.set(own, merged);
  return merged;
}
