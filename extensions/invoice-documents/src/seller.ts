import type { AnyContext } from './read-order.ts';

/** Who sold, as a document keeps it. */
export interface Seller {
  readonly name: string;
  readonly address: string;
  readonly vatId: string;
  /** Where a buyer pays by invoice. Older documents have kept none. */
  readonly payTo?: string;
}

export function sellerOf({ settings, shop }: Pick<AnyContext, 'settings' | 'shop'>): Seller {
  return {
    name: settings.company || shop.name,
    address: settings.address || (shop.address ?? ''),
    vatId: settings.vatId,
    payTo: settings.payTo,
  };
}
