import type { AdminQuery } from '../connection/connect.ts';

/** Texts of automatic persisted queries by their SHA-256 in hexadecimal. Rejects when it cannot be reached. */
export interface QueryTextStore {
  /** Stores the texts, and removes the oldest beyond the limits. */
  keep(texts: ReadonlyMap<string, string>, limits: { readonly entries: number; readonly bytes: number }): Promise<void>;
  find(hashes: readonly string[]): Promise<ReadonlyMap<string, string>>;
}

/** Texts in `stoa.query_texts`, by the control connection. */
export function createQueryTextStore(query: AdminQuery): QueryTextStore {
  return {
    async keep(texts, { entries, bytes }) {
      // In order, so that two processes do not wait for each other's rows in a circle.
      const rows = [...texts].toSorted(([one], [other]) => (one < other ? -1 : 1));
      await query(insertText, [rows.map(([hash]) => hash), rows.map(([, text]) => text)]);
      await query(pruneText, [entries, bytes]);
    },
    async find(hashes) {
      const rows = await query<{ hash: string; content: string }>(findText, [hashes]);
      return new Map(rows.map(({ hash, content }) => [hash, content]));
    },
  };
}

const findText = 'select hash, content from stoa.query_texts where hash = any($1)';

const insertText = `
  insert into stoa.query_texts (hash, content) select * from unnest($1::text[], $2::text[])
  on conflict (hash) do update set used_at = now()`;

// Skips rows that another process writes at this moment.
const pruneText = `
  delete from stoa.query_texts where hash in (
    select hash from stoa.query_texts
    where hash in (
      select hash from (
        select hash, row_number() over newest as rank, sum(bytes) over newest as total
        from stoa.query_texts window newest as (order by used_at desc, hash)) kept
      where rank > $1 or total > $2)
    for update skip locked)`;
