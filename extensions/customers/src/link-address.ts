import type { Context } from 'stoa';

/** A path of the shop as a mail has it. In production, gateway.yaml has the shop's address. */
export function linkAddress({ shop, request }: Pick<Context, 'shop' | 'request'>, path: string): string {
  return `${shop.url ?? `http://${request.headers.host ?? ''}`}${path}`;
}
