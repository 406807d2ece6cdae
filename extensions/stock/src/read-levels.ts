import { type Listing, readPage, searchText } from '@stoa/desk-ui';
import { type Database, oneForEach } from 'stoa';
import type { Graph } from '../stock.gen.ts';
import { few } from './few.ts';

type Level = Graph['StockLevel'] & { readonly sku: string };

const availableText = 'select sku, on_hand - reserved as available from level where sku = any($1::text[])';
const columns = 'sku, on_hand as "onHand", reserved';
const levelsText = `select ${columns} from level where sku = any($1::text[])`;
const list = {
  columns,
  table: 'level',
  where: "($1::text is null or upper(sku) like upper($1) || '%') and (not $2 or on_hand - reserved <= $3)",
  order: 'on_hand - reserved, sku',
};

/** Pieces that can be bought, for each SKU in order; null for one that is not counted. One query. */
export async function availableOf(database: Database, skus: readonly string[]): Promise<readonly (number | null)[]> {
  const rows = await database.query<{ sku: string; available: number }>(availableText, [[...new Set(skus)]]);
  return oneForEach(skus, rows, ({ sku }) => sku).map((row) => row?.available ?? null);
}

/** What is counted of each SKU, in order. One query. */
export async function levelsOf(database: Database, skus: readonly string[]): Promise<readonly (Level | null)[]> {
  return oneForEach(skus, await database.query<Level>(levelsText, [[...new Set(skus)]]), ({ sku }) => sku);
}

interface LevelListing extends Listing {
  readonly low?: boolean | null;
}

/** Levels for the desk, the lowest first. One query. */
export async function listLevels(database: Database, { search, low, ...listing }: LevelListing) {
  const values = [searchText(search), low ?? false, few];
  const { rows: levels, ...counts } = await readPage<Level>(database, { ...list, values }, listing);
  return { ...counts, levels };
}
