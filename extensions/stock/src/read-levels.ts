import { searchText } from '@stoa/desk-ui';
import { type Database, oneForEach } from 'stoa';
import type { Graph } from '../stock.gen.ts';
import { few } from './few.ts';

type Level = Graph['StockLevel'] & { readonly sku: string };

const availableText = 'select sku, on_hand - reserved as available from level where sku = any($1::text[])';
const columns = 'sku, on_hand as "onHand", reserved';
const levelsText = `select ${columns} from level where sku = any($1::text[])`;
const listText = `
  with hit as (
    select * from level
    where ($1::text is null or upper(sku) like upper($1) || '%') and (not $2 or on_hand - reserved <= $3))
  select (select count(*)::integer from hit) as total, coalesce((
    select json_agg(page) from (
      select ${columns} from hit order by on_hand - reserved, sku limit $4 offset $5) page), '[]') as levels`;

/** Pieces that can be bought, for each SKU in order; null for one that is not counted. One query. */
export async function availableOf(database: Database, skus: readonly string[]): Promise<readonly (number | null)[]> {
  const rows = await database.query<{ sku: string; available: number }>(availableText, [[...new Set(skus)]]);
  return oneForEach(skus, rows, ({ sku }) => sku).map((row) => row?.available ?? null);
}

/** What is counted of each SKU, in order. One query. */
export async function levelsOf(database: Database, skus: readonly string[]): Promise<readonly (Level | null)[]> {
  return oneForEach(skus, await database.query<Level>(levelsText, [[...new Set(skus)]]), ({ sku }) => sku);
}

interface Listing {
  readonly search?: string | null;
  readonly low?: boolean | null;
  readonly first?: number | null;
  readonly page?: number | null;
}

/** Levels for the desk, the lowest first. One query. */
export async function listLevels(database: Database, { search, low, first, page }: Listing) {
  const size = Math.min(Math.max(first ?? 50, 1), 100);
  const at = Math.min(Math.max(page ?? 1, 1), 100_000);
  const values = [searchText(search), low ?? false, few, size, (at - 1) * size];
  const [list] = await database.query<{ total: number; levels: readonly Level[] }>(listText, values);
  const { total, levels } = list ?? { total: 0, levels: [] };
  return { total, levels, pages: Math.max(1, Math.ceil(total / size)) };
}
