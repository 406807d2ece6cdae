import { moneyText } from '@stoa/desk-ui';
import { StoaError } from 'stoa';
import type { Context } from '../../catalog.gen.ts';
import { lockProduct } from './change-product.ts';

const deleteText = 'delete from product where product_id = $1::bigint';

/**
 * Deletes a product for good, with all rows of the catalog that belong to it. Other extensions forget it when they get the
 * event. `version` is that of the state that was seen. Throws StoaError.
 */
export function deleteProduct(
  { database, shop }: Pick<Context, 'database' | 'shop'>,
  id: string,
  version: string,
): Promise<void> {
  return database.transaction(async (transaction) => {
    const product = await lockProduct(transaction, shop, id);
    if (product.version !== version) throw new StoaError('CONFLICT', { text: 'desk.deleteStale' });
    await transaction.query(deleteText, [id]);
    const skus = product.variants.map(({ sku }) => String(sku));
    await transaction.publish('product.deleted', { productId: id, skus });
    const from = { name: product.name, skus: skus.join(', '), price: moneyText(product.money, shop) };
    await transaction.record({ action: 'product.deleted', subject: `product:${id}`, from });
  });
}
