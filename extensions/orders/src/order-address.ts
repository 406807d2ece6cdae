import type { Context } from '../orders.gen.ts';

/** The address of an order's page, with the key by which the buyer sees it. */
export function orderAddress(context: Context, orderId: string, key: string | null | undefined): string {
  const path = context.url('order', { orderId });
  return key ? `${path}?key=${encodeURIComponent(key)}` : path;
}
