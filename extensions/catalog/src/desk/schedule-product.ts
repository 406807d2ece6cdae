import { type Context, StoaError } from 'stoa';
import { lockProduct } from './change-product.ts';
import type { DeskProduct } from './read-product.ts';
import { differences, refuseStale } from './refuse-stale.ts';

interface Schedule {
  readonly productId: string;
  readonly publishAt?: string | null | undefined;
  readonly hideAt?: string | null | undefined;
  readonly version: string;
}

interface Times {
  readonly publishAt: string;
  readonly hideAt: string;
  readonly isOrdered: boolean;
}

const form = /^(\d{4}-\d{2}-\d{2})T(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d)?(?:Z|[+-](?:0\d|1[0-4]):[0-5]\d)?$/;
const timesText = `
  select coalesce(local_time(shop_time($1, $3), $3), '') as "publishAt", coalesce(local_time(shop_time($2, $3), $3), '') as "hideAt",
    coalesce(shop_time($1, $3) < shop_time($2, $3), true) as "isOrdered"`;
// What has come already stays: it says since when the product is published.
const updateText = `
  update product set publish_at = case when publish_at <= now() then publish_at else shop_time($1, $3) end,
    hide_at = shop_time($2, $3)
  where product_id = $4::bigint`;

/**
 * Says when a draft is published, and when a product is hidden, in the shop's time zone. The same times a second time
 * change nothing. Throws StoaError.
 */
export function scheduleProduct({ database, shop }: Pick<Context, 'database' | 'shop'>, schedule: Schedule) {
  const values = [timeOf(schedule.publishAt, 'publishAt'), timeOf(schedule.hideAt, 'hideAt'), shop.timeZone];
  return database.transaction(async (transaction): Promise<void> => {
    const { productId } = schedule;
    const product = await lockProduct(transaction, shop, productId);
    const [times] = await transaction.query<Times>(timesText, values);
    if (times === undefined) throw new Error('the times of a product have no row');
    const { isOrdered, ...to } = times;
    const change = differences(shownTimes(product), to);
    if (Object.keys(change.to).length === 0) return;
    if (product.version !== schedule.version) refuseStale(shownTimes(product), to);
    if (product.published && to.publishAt !== '') refuse('publishAt', 'desk.isPublished');
    if (!isOrdered) refuse('hideAt', 'desk.hideBefore');
    await transaction.query(updateText, [...values, productId]);
    await transaction.record({ action: 'product.scheduled', subject: `product:${productId}`, ...change });
  });
}

/** What the form has in its fields. */
function shownTimes({ publishAt, hideAt }: Pick<DeskProduct, 'publishAt' | 'hideAt'>) {
  return { publishAt: publishAt ?? '', hideAt: hideAt ?? '' };
}

/** Null for an empty one. Throws BAD_USER_INPUT. */
function timeOf(text: string | null | undefined, field: string): string | null {
  const time = (text ?? '').trim();
  if (time === '') return null;
  const [, day = ''] = form.exec(time) ?? [];
  const date = new Date(`${day}T00:00:00Z`);
  const isDay = !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day);
  return day !== '' && isDay ? time : refuse(field, 'desk.noTime');
}

function refuse(field: string, text: string): never {
  throw new StoaError('BAD_USER_INPUT', { text }, { fields: { [field]: { text } } });
}
