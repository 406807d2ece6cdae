import { timeOf } from '@stoa/desk-ui';
import { changeOf, refuse } from '@stoa/desk-ui/forms';
import type { Context } from 'stoa';
import type { ScheduleProduct } from '../../catalog.gen.ts';
import { lockProduct } from './change-product.ts';
import type { DeskProduct } from './read-product.ts';

interface Times {
  readonly publishAt: string;
  readonly hideAt: string;
  readonly isOrdered: boolean;
}

// What has come already stays: it says since when the product is published.
const publishTime =
  'case when publish_at <= now() or local_time(publish_at, $3) = $1 then publish_at else shop_time($1, $3)::timestamptz(0) end';
const hideTime = 'case when local_time(hide_at, $3) = $2 then hide_at else shop_time($2, $3) end';
const timesText = `
  select coalesce(local_time(shop_time($1, $3), $3), '') as "publishAt", coalesce(local_time(shop_time($2, $3), $3), '') as "hideAt",
    coalesce(${publishTime} < (${hideTime})::timestamptz(0), true) as "isOrdered"
  from product where product_id = $4::bigint`;
const updateText = `
  update product set publish_at = ${publishTime}, hide_at = ${hideTime} where product_id = $4::bigint`;

/**
 * Says when a draft is published, and when a product is hidden, in the shop's time zone. The same times a second time
 * change nothing. Throws StoaError.
 */
export function scheduleProduct(
  { database, shop }: Pick<Context, 'database' | 'shop'>,
  id: string,
  { publishAt, hideAt, version }: ScheduleProduct['body'],
): Promise<void> {
  const values = [timeOf(publishAt, 'publishAt'), timeOf(hideAt, 'hideAt'), shop.timeZone, id];
  return database.transaction(async (transaction) => {
    const product = await lockProduct(transaction, shop, id);
    const [times] = await transaction.query<Times>(timesText, values);
    if (times === undefined) throw new Error('the times of a product have no row');
    const { isOrdered, ...to } = times;
    const change = changeOf(shownTimes(product), to, product.version !== version);
    if (change === undefined) return;
    if (product.published && to.publishAt !== '') refuse('publishAt', 'desk.isPublished');
    if (!isOrdered) refuse('hideAt', 'desk.hideBefore');
    await transaction.query(updateText, values);
    await transaction.record({ action: 'product.scheduled', subject: `product:${id}`, ...change });
  });
}

/** What the form has in its fields. */
function shownTimes({ publishAt, hideAt }: Pick<DeskProduct, 'publishAt' | 'hideAt'>) {
  return { publishAt: publishAt ?? '', hideAt: hideAt ?? '' };
}
