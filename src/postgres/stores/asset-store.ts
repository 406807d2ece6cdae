import type { AdminQuery } from '../connection/connect.ts';

/** A built file by its name, which contains a hash of its content. */
export interface StoredAsset {
  readonly name: string;
  readonly content: Uint8Array;
}

/** Built files of the shop's processes and of their last generations. Rejects when it cannot be reached. */
export interface AssetStore {
  /**
   * Stores the files that are missing, marks all as used now, and removes what exceeds the limits. `keepHours` begin
   * with the last process that used a file.
   */
  keep(assets: readonly StoredAsset[], limits: { readonly keepHours: number; readonly keepMb: number }): Promise<void>;
  /** The files of these names that are there. */
  find(names: readonly string[]): Promise<readonly StoredAsset[]>;
}

/** Files in `stoa.assets`, by the control connection: a statement for each file, so that none takes long. */
export function createAssetStore(query: AdminQuery): AssetStore {
  return {
    async keep(assets, { keepHours, keepMb }) {
      const known = await query<{ name: string }>(touchText, [assets.map(({ name }) => name)]);
      const stored = new Set(known.map(({ name }) => name));
      for (const { name, content } of assets)
        if (!stored.has(name)) await query(insertText, [name, Buffer.from(content)]);
      await query(pruneText, [keepHours, keepMb * 1024 * 1024]);
    },
    find: (names) => query<{ name: string; content: Buffer }>(findText, [names]),
  };
}

const findText = 'select name, content from stoa.assets where name = any($1)';

// In order, so that two processes that start at once do not wait for each other's rows in a circle.
const touchText = `
  with own as (select name from stoa.assets where name = any($1) order by name for update)
  update stoa.assets a set used_at = now() from own where a.name = own.name returning a.name`;

const insertText = `insert into stoa.assets (name, content) values ($1, $2) on conflict (name) do update set used_at = now()`;

// Skips rows that another process uses at this moment.
const pruneText = `
  delete from stoa.assets where name in (
    select name from stoa.assets
    where used_at < now() - make_interval(hours => $1) or name in (
      select name from (select name, sum(bytes) over (order by used_at desc, name) as total from stoa.assets) kept
      where total > $2)
    for update skip locked)`;
