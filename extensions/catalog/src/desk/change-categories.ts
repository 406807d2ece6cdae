import { atField, changeOf, refuse, refuseUnknown, typed, typedId } from '@stoa/desk-ui/forms';
import { type Context, type Database, isRowId, StoaError, type StoredPicture, type Transaction } from 'stoa';
import type { AddCategory, ChangeCategory, Graph, TranslateCategory } from '../../catalog.gen.ts';
import { forgetCategories } from '../category-tree.ts';
import { deletePictures, lockText } from './category-files.ts';

/** A category, with the fields that have no resolver. */
export type DeskCategory = Omit<Graph['DeskCategory'], 'url' | 'picture' | 'products'> & {
  readonly categoryId: string;
  readonly parent: string | null;
  readonly picture: StoredPicture | null;
};
type Shop = Pick<Context, 'database' | 'shop'>;
export type CategoryShop = Pick<Context, 'database' | 'files' | 'shop'>;

const treeText = `
  with recursive tree as (
    select c.*, 0 as depth, array[row(c.place, c.category_id)] as way from category c where parent_id is null
    union all
    select c.*, t.depth + 1, t.way || row(c.place, c.category_id) from category c join tree t
      on c.parent_id = t.category_id where t.depth < 20)
  select category_id::text as "categoryId", parent_id::text as parent, slug, name, depth, place,
    image, image_alt as "imageAlt", picture,
    (select coalesce(json_agg(json_build_object('locale', l.locale, 'name', names ->> l.locale) order by l.place), '[]')
      from unnest($1::text[]) with ordinality l(locale, place)) as translations,
    md5(row(name, names, parent_id, place, image, image_alt)::text) as version
  from tree where $2::bigint is null or category_id = $2::bigint order by way`;
const countText = `
  select category_id::text as "categoryId", count(*)::integer as count
  from product where category_id = any($1::bigint[]) group by category_id`;
const insideText = `
  select from product where category_id = $1::bigint
  union all select from category where parent_id = $1::bigint limit 1`;
const sameText = `
  select category_id::text as id from category
  where name = $1 and parent_id is not distinct from nullif($2, '')::bigint and place = $3 order by category_id limit 1`;
// A slug that is taken gets the id at its end, and so has a category whose name has no such letter.
const insertText = `
  with given as (select nextval(pg_get_serial_sequence('category', 'category_id')) as id, slug_of($1) as slug)
  insert into category (category_id, parent_id, slug, name, place)
  select id, nullif($2, '')::bigint, case when slug is null then 'category-' || id
    when exists (select from category c where c.slug = given.slug) then slug || '-' || id else slug end, $1, $3
  from given returning category_id::text as id`;
const updateText = `
  update category set name = $2, parent_id = nullif($3, '')::bigint, place = $4 where category_id = $1::bigint`;
const nameText = `
  update category set names = case when $3 = '' then names - $2 else names || jsonb_build_object($2::text, $3::text) end
  where category_id = $1::bigint`;
const deleteText = 'delete from category where category_id = $1::bigint';

/** All categories, each behind its parent, or one alone. One query, or none for what is no id. */
export async function readDeskCategories(
  database: Database,
  { locales }: Context['shop'],
  id?: string,
): Promise<readonly DeskCategory[]> {
  if (id !== undefined && !isRowId(id)) return [];
  return await database.query<DeskCategory>(treeText, [locales.slice(1), id ?? null]);
}

/** How many products lie right in each category. One query. */
export async function countProductsIn(
  database: Database,
  categories: readonly DeskCategory[],
): Promise<readonly number[]> {
  const ids = categories.map(({ categoryId }) => categoryId);
  const rows = await database.query<{ categoryId: string; count: number }>(countText, [ids]);
  const counts = new Map(rows.map(({ categoryId, count }) => [categoryId, count]));
  return ids.map((id) => counts.get(id) ?? 0);
}

/** Adds a category, and answers its id. The same form a second time is the same category. Throws StoaError. */
export async function addCategory({ database }: Shop, form: AddCategory['body']): Promise<string> {
  const to = { ...textsOf(form), place: form.place ?? 0 };
  const id = await database.transaction(async (transaction) => {
    await transaction.query(lockText);
    const [known] = await transaction.query<{ id: string }>(sameText, [to.name, to.parent, to.place]);
    if (known !== undefined) return known.id;
    const [row] = await transaction
      .query<{ id: string }>(insertText, [to.name, to.parent, to.place])
      .catch(atField({ unknown: 'parent' }));
    if (row === undefined) throw new Error('an added category has no row');
    await transaction.record({ action: 'category.added', subject: `category:${row.id}`, to });
    return row.id;
  });
  forgetCategories();
  return id;
}

/** Renames or moves a category, with what is below it. The same form a second time changes nothing. Throws StoaError. */
export function changeCategory(shop: Shop, id: string, { version, ...form }: ChangeCategory['body']) {
  const to = { ...textsOf(form), place: String(form.place ?? 0) };
  return withCategory(shop, id, async (transaction, category) => {
    const { name, parent, place } = category;
    const from = { name, parent: parent ?? '', place: String(place) };
    const change = changeOf(from, to, category.version !== version);
    if (change === undefined) return;
    const tree = await readDeskCategories(transaction, shop.shop);
    if (isBelow(tree, to.parent, id)) refuse('parent', 'desk.circle');
    await transaction
      .query(updateText, [id, to.name, to.parent, Number(to.place)])
      .catch(atField({ unknown: 'parent' }));
    await transaction.record({ action: 'category.changed', subject: `category:${id}`, ...change });
  });
}

/** Says what a category is called in a locale. Without a name, the one in the shop's default language counts. */
export function translateCategory(shop: Shop, id: string, { locale, name, version }: TranslateCategory['body']) {
  const to = { name: typed(name) };
  return withCategory(shop, id, async (transaction, { translations, version: present }) => {
    const now = translations.find((each) => each.locale === locale) ?? refuseUnknown();
    const change = changeOf({ name: now.name ?? '' }, to, present !== version);
    if (change === undefined) return;
    await transaction.query(nameText, [id, locale, to.name]);
    await transaction.record({
      ...{ action: 'category.translated', subject: `category:${id}` },
      ...{ from: { locale, ...change.from }, to: { locale, ...change.to } },
    });
  });
}

/** Removes a category in which nothing lies, with its picture. Throws StoaError. */
export async function removeCategory(shop: CategoryShop, id: string): Promise<void> {
  const removed = await withCategory(shop, id, async (transaction, { name, picture }) => {
    if ((await transaction.query(insideText, [id])).length > 0)
      throw new StoaError('CONFLICT', { text: 'desk.notEmpty' });
    await transaction.query(deleteText, [id]);
    await transaction.record({ action: 'category.removed', subject: `category:${id}`, from: { name } });
    return picture;
  });
  await deletePictures(shop, [removed]);
}

function textsOf({ name, parent }: AddCategory['body']) {
  return { name: typed(name), parent: typedId(parent, 'parent') };
}

type Change<Result> = (transaction: Transaction, category: DeskCategory) => Promise<Result>;

/** Changes of categories follow each other, so that no two of them make a circle. */
export async function withCategory<Result>(
  { database, shop }: Shop,
  id: string,
  change: Change<Result>,
): Promise<Result> {
  const result = await database.transaction(async (transaction) => {
    await transaction.query(lockText);
    const [category] = await readDeskCategories(transaction, shop, id);
    return change(transaction, category ?? refuseUnknown());
  });
  forgetCategories();
  return result;
}

/** Whether a category is this one, or lies below it. */
function isBelow(tree: readonly DeskCategory[], id: string, above: string): boolean {
  for (let at: string | null | undefined = id; at != null && at !== ''; at = parentOf(tree, at))
    if (at === above) return true;
  return false;
}

function parentOf(tree: readonly DeskCategory[], id: string): string | null | undefined {
  return tree.find(({ categoryId }) => categoryId === id)?.parent;
}
