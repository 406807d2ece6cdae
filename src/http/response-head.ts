import type { ServerResponse } from 'node:http';

/** Headers as a flat list: names in lower case, alternating with values. */
export type FieldList = readonly string[];

export function setFields(response: ServerResponse, fields: FieldList): void {
  for (let at = 0; at < fields.length; at += 2) response.setHeader(fields[at] ?? '', fields[at + 1] ?? '');
}

/** Merges lists of headers. Of several headers with the same name, the last wins. */
export function mergeFields(...lists: readonly FieldList[]): FieldList {
  const merged = new Map<string, string>();
  for (const fields of lists)
    for (let at = 0; at < fields.length; at += 2) merged.set(fields[at] ?? '', fields[at + 1] ?? '');
  return [...merged].flat();
}

/** Merged lists, by the gateway's list, then by the response's list. Both are few. */
const shared = new WeakMap<FieldList, Map<FieldList, FieldList>>();

/** Merges two lists that many responses share, and caches the result. */
export function mergeShared(common: FieldList, own: FieldList): FieldList {
  const known = shared.get(common) ?? new Map<FieldList, FieldList>();
  shared.set(common, known);
  const merged = known.get(own) ?? mergeFields(common, own);
  known.set(own, merged);
  return merged;
}

/** The generation of the gateway that answered: set in development, or with `server.debugHeaders`. */
export const generationHeader = 'x-stoa-generation';

/**
 * Headers that the gateway owns. They stay when another answer replaces one that a handler began. A stopping server
 * sets `connection` to refuse further requests.
 */
export const gatewayHeaders: ReadonlySet<string> = new Set(['x-request-id', 'connection', generationHeader]);

/**
 * The message for an unexpected error: it names the request id, and the log has the rest. Only development shows the
 * cause.
 */
export function maskedMessage(requestId: string, cause: string | undefined): string {
  const masked = `Internal server error (request ${requestId}).`;
  return cause === undefined ? masked : `${masked} ${cause}`;
}
