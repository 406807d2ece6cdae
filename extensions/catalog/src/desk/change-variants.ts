import { moneyOf, moneyText } from '@stoa/desk-ui';
import { atField, changeOf, refuseUnknown, typed } from '@stoa/desk-ui/forms';
import { type Context, StoaError } from 'stoa';
import type { AddVariant, ChangeVariant, TranslateVariant } from '../../catalog.gen.ts';
import { lockProduct } from './change-product.ts';
import { contentOf, contentParts } from './content-field.ts';

type Shop = Pick<Context, 'database' | 'shop'>;

const insertText = `
  insert into product_variant (product_id, sku, place, label, price_cents, content_amount, content_unit)
  select $1::bigint, $2, max(place) + 1, nullif($3, ''), $4, $5::numeric, $6 from product_variant where product_id = $1::bigint`;
const updateText = `
  update product_variant set label = nullif($2, ''), price_cents = case when place > 1 then $3::integer end,
    (content_amount, content_unit) = row($4::numeric, $5) where sku = $1`;
const labelText = `
  update product_variant set labels = case when $3 = '' then labels - $2 else labels || jsonb_build_object($2::text, $3::text) end
  where sku = $1`;
const deleteText = 'delete from product_variant where sku = $1';

/** Adds a variant behind the others. Throws StoaError. */
export function addVariant({ database, shop }: Shop, id: string, form: AddVariant['body']): Promise<void> {
  const sku = form.sku.trim();
  const label = typed(form.label);
  const money = moneyOf(form.price, shop, 'price');
  const content = contentOf(form.content);
  return database.transaction(async (transaction) => {
    await lockProduct(transaction, shop, id);
    await transaction
      .query(insertText, [id, sku, label, money, ...contentParts(content)])
      .catch(atField({ taken: 'sku' }));
    await transaction.record({ action: 'variant.added', subject: `product:${id}`, to: { sku, label, money, content } });
  });
}

/** Changes label, price and content of a variant. The same form a second time changes nothing. Throws StoaError. */
export function changeVariant(
  { database, shop }: Shop,
  id: string,
  { sku, label, price, version, ...form }: ChangeVariant['body'],
): Promise<void> {
  return database.transaction(async (transaction) => {
    const { variants } = await lockProduct(transaction, shop, id);
    const now = variants.find((variant) => variant.sku === sku) ?? refuseUnknown();
    const isFirst = now.money == null;
    const money = isFirst ? null : moneyOf(price ?? '', shop, 'price');
    const content = isFirst ? '' : contentOf(form.content);
    const from = { label: now.label ?? '', ...priceOf(shop, now.money, now.content ?? '') };
    const to = { label: typed(label), ...priceOf(shop, money, content) };
    const change = changeOf(from, to, now.version !== version);
    if (change === undefined) return;
    await transaction.query(updateText, [sku, to.label, money, ...contentParts(content)]);
    await transaction.record({
      action: 'variant.changed',
      subject: `product:${id}`,
      from: { sku, ...change.from },
      to: { sku, ...change.to },
    });
  });
}

/** The first variant has price and content of its product. */
function priceOf(shop: Shop['shop'], money: number | null | undefined, content: string) {
  return money == null ? {} : { price: moneyText(money, shop), content };
}

/** Says what a variant is called in a locale. Without a label, the one in the shop's default language counts. */
export function translateVariant(
  { database, shop }: Shop,
  id: string,
  { sku, locale, label, version }: TranslateVariant['body'],
): Promise<void> {
  const to = { label: typed(label) };
  return database.transaction(async (transaction) => {
    const { variants } = await lockProduct(transaction, shop, id);
    const { labels, version: present } = variants.find((variant) => variant.sku === sku) ?? refuseUnknown();
    const now = labels.find((each) => each.locale === locale) ?? refuseUnknown();
    const from = { label: now.label ?? '' };
    if (changeOf(from, to, present !== version) === undefined) return;
    await transaction.query(labelText, [sku, locale, to.label]);
    await transaction.record({
      ...{ action: 'variant.translated', subject: `product:${id}` },
      ...{ from: { sku, locale, ...from }, to: { sku, locale, ...to } },
    });
  });
}

/**
 * Removes a variant. Other extensions forget it when they get the event. The first one stays as long as its product.
 * Throws StoaError.
 */
export function removeVariant({ database, shop }: Shop, id: string, sku: string): Promise<void> {
  return database.transaction(async (transaction) => {
    const { variants } = await lockProduct(transaction, shop, id);
    const { label, money, content } = variants.find((variant) => variant.sku === sku) ?? refuseUnknown();
    if (money == null) throw new StoaError('CONFLICT', { text: 'desk.firstVariant' });
    await transaction.query(deleteText, [sku]);
    await transaction.publish('variant.removed', { productId: id, sku });
    await transaction.record({
      action: 'variant.removed',
      subject: `product:${id}`,
      from: { sku, label, money, content },
    });
  });
}
