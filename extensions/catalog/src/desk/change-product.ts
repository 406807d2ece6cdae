import { moneyOf, moneyText } from '@stoa/desk-ui';
import {
  atField,
  changeOf,
  differences,
  type Fields,
  refuse,
  refuseUnknown,
  typed,
  typedId,
} from '@stoa/desk-ui/forms';
import { type Context, type Database, isRowId, StoaError, type Transaction } from 'stoa';
import type { AddProduct, ChangeProduct, TranslateProduct } from '../../catalog.gen.ts';
import { contentOf, contentParts } from './content-field.ts';
import { type DeskProduct, readDeskProduct, shownFields } from './read-product.ts';

type Shop = Pick<Context, 'database' | 'shop'>;

/** Columns of the table, as `valuesOf` has their values. */
export const productColumns =
  'name, description, keywords, slug, category_id, price_cents, tax_class, published, image, content_amount, content_unit';
const insertText = `
  insert into product (sku, ${productColumns})
  values ($1, $2, nullif($3, ''), nullif($4, ''), nullif($5, ''), nullif($6, '')::bigint, $7, $8, $9::boolean, nullif($10, ''),
    $11::numeric, $12)
  returning product_id::text as id`;
/** The field of each constraint. The SKU of a product is that of its first variant, too. */
const takenFields = { product_sku_key: 'sku', product_variant_pkey: 'sku', product_slug_key: 'slug' };
const bySkuText = 'select product_id::text as id from product where sku = $1';
const skusText = 'select product_id::text as id, sku from product where product_id = any($1::bigint[])';
const lockText = 'select from product where product_id = $1::bigint for update';
const hiddenText = 'select from product where product_id = $1::bigint and hide_at <= now()';
// The words about a picture go with it.
const updateText = `
  update product set (${productColumns}) = row(
    $2, nullif($3, ''), nullif($4, ''), nullif($5, ''), nullif($6, '')::bigint, $7::integer, $8, $9::boolean, nullif($10, ''),
    $11::numeric, $12),
    image_alt = case when image is not distinct from nullif($10, '') then image_alt end
  where product_id = $1::bigint`;
const translateText = `
  insert into product_translation (product_id, locale, name, description, keywords)
  values ($1, $2, $3, nullif($4, ''), nullif($5, ''))
  on conflict (product_id, locale) do update
  set name = excluded.name, description = excluded.description, keywords = excluded.keywords`;
const imageText = `
  update product set image = $2, image_alt = nullif($3, '') where product_id = $1::bigint returning product_id`;
const noTimeText = 'update product set publish_at = null where product_id = $1::bigint';
const untranslateText = 'delete from product_translation where product_id = $1::bigint and locale = $2';

/** Adds a product, and answers its id. The same form a second time is the same product. Throws StoaError. */
export function addProduct({ database, shop }: Shop, form: AddProduct['body']): Promise<string> {
  const { sku, ...fields } = { sku: form.sku.trim(), ...fieldsOf(form, shop) };
  return database.transaction(async (transaction) => {
    const known = await readBySku(transaction, shop, sku);
    if (known !== null && isSame(shownFields(known, shop), fields)) return known.productId;
    const [row] = await transaction
      .query<{ id: string }>(insertText, [sku, ...valuesOf(fields, shop)])
      .catch(atField({ taken: takenFields, unknown: 'category' }));
    if (row === undefined) throw new Error('an added product has no row');
    await transaction.record({ action: 'product.added', subject: `product:${row.id}`, to: { sku, ...fields } });
    return row.id;
  });
}

async function readBySku(database: Transaction, shop: Context['shop'], sku: string): Promise<DeskProduct | null> {
  const [row] = await database.query<{ id: string }>(bySkuText, [sku]);
  return row === undefined ? null : await readDeskProduct(database, row.id, shop);
}

/** A form without a slug has that which the product got. */
function isSame(now: Fields, form: Fields): boolean {
  return Object.keys(differences(now, form).to).every((name) => name === 'slug' && form.slug === '');
}

/** Changes what a product is. The same form a second time changes nothing. Throws StoaError. */
export function changeProduct(
  { database, shop }: Shop,
  id: string,
  { version, ...form }: ChangeProduct['body'],
): Promise<void> {
  const to = fieldsOf(form, shop);
  return database.transaction(async (transaction) => {
    const product = await lockProduct(transaction, shop, id);
    // Without a slug it keeps the one that it has, or gets one from its name.
    const wanted: Fields = { ...to, slug: to.slug === '' ? (product.slug ?? '') : to.slug };
    await storeChange(transaction, shop, { product, wanted, version });
  });
}

/**
 * Changes the given fields of a product, whatever the others are. A second time changes nothing. Throws StoaError: CONFLICT
 * where a product is published and its time to be hidden has come.
 */
export function changeFields(
  { database, shop }: Shop,
  id: string,
  fields: { readonly published?: string; readonly category?: string },
): Promise<void> {
  return database.transaction(async (transaction) => {
    const product = await lockProduct(transaction, shop, id);
    if (fields.published === 'false' && product.publishAt != null) await endPublishTime(transaction, product);
    const wanted = { ...shownFields(product, shop), ...fields };
    if (fields.published === 'true' && (await transaction.query(hiddenText, [id])).length > 0)
      throw new StoaError('CONFLICT', { text: 'bulk.isHidden' });
    await storeChange(transaction, shop, { product, wanted, version: product.version });
  });
}

/** A draft that was to be published at a time stays one. */
async function endPublishTime(transaction: Transaction, { productId: id, publishAt }: DeskProduct): Promise<void> {
  await transaction.query(noTimeText, [id]);
  const change = { from: { publishAt }, to: { publishAt: '' } };
  await transaction.record({ action: 'product.scheduled', subject: `product:${id}`, ...change });
}

/** The SKU of each product that there is. */
export async function skusOf(database: Database, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const rows = await database.query<{ id: string; sku: string }>(skusText, [ids.filter(isRowId)]);
  return new Map(rows.map(({ id, sku }) => [id, sku]));
}

async function storeChange(
  transaction: Transaction,
  shop: Context['shop'],
  { product, wanted, version }: { readonly product: DeskProduct; readonly wanted: Fields; readonly version: string },
): Promise<void> {
  const { productId: id } = product;
  const change = changeOf(shownFields(product, shop), wanted, product.version !== version);
  if (change === undefined) return;
  await transaction
    .query(updateText, [id, ...valuesOf(wanted, shop)])
    .catch(atField({ taken: 'slug', unknown: 'category' }));
  await transaction.record({ action: 'product.changed', subject: `product:${id}`, ...change });
}

/** Says what a product is called in a locale; without a name, nothing. Throws StoaError. */
export function translateProduct({ database, shop }: Shop, id: string, form: TranslateProduct['body']): Promise<void> {
  const to = { name: typed(form.name), description: typed(form.description), keywords: typed(form.keywords) };
  return database.transaction(async (transaction) => {
    const { translations } = await lockProduct(transaction, shop, id);
    const now = translations.find(({ locale }) => locale === form.locale) ?? refuseUnknown();
    const from = { name: now.name ?? '', description: now.description ?? '', keywords: now.keywords ?? '' };
    const change = changeOf(from, to, now.version !== form.version);
    if (change === undefined) return;
    if (to.name === '' && to.description + to.keywords !== '') refuse('name', 'desk.noName');
    await (to.name === ''
      ? transaction.query(untranslateText, [id, form.locale])
      : transaction.query(translateText, [id, form.locale, to.name, to.description, to.keywords]));
    await transaction.record({
      action: 'product.translated',
      subject: `product:${id}`,
      from: { locale: form.locale, ...change.from },
      to: { locale: form.locale, ...change.to },
    });
  });
}

/** The product, which others cannot change until the transaction ends. Throws NOT_FOUND. */
export async function lockProduct(transaction: Transaction, shop: Context['shop'], id: string): Promise<DeskProduct> {
  if (isRowId(id)) await transaction.query(lockText, [id]);
  return (await readDeskProduct(transaction, id, shop)) ?? refuseUnknown();
}

function fieldsOf(form: Omit<AddProduct['body'], 'sku'>, shop: Context['shop']) {
  const { name, description, keywords, slug, category, price, content, taxClass, published, image } = form;
  const wanted = typed(slug);
  if (wanted !== '' && !(/^[a-z0-9]+(-[a-z0-9]+)*$/.test(wanted) && /[a-z]/.test(wanted)))
    refuse('slug', 'desk.noSlug');
  return {
    ...{ name: typed(name), description: typed(description), keywords: typed(keywords), slug: wanted },
    ...{ category: typedId(category, 'category'), price: moneyText(moneyOf(price, shop, 'price'), shop) },
    ...{ content: contentOf(content), taxClass, published: String(published), image: typed(image) },
  };
}

function valuesOf(fields: Fields, shop: Context['shop']) {
  const { name, description, keywords, slug, category, price, content, taxClass, published, image } = fields;
  const money = moneyOf(price ?? '', shop, 'price');
  return [name, description, keywords, slug, category, money, taxClass, published, image, ...contentParts(content)];
}

interface Image {
  readonly productId: string;
  readonly image?: string | null | undefined;
  readonly alt?: string | null | undefined;
}

/** Says where the picture of a product is, and what it shows. False for an unknown product. */
export async function setImage(database: Database, { productId, image = null, alt = null }: Image): Promise<boolean> {
  return isRowId(productId) && (await database.query(imageText, [productId, image, alt])).length > 0;
}
