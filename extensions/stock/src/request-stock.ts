import { randomBytes } from 'node:crypto';
import { absoluteUrl, StoaError } from 'stoa';
import type { Context } from '../stock.gen.ts';
import { insertRequest } from './request-store.ts';

interface RequestInput {
  readonly productId: string;
  readonly sku: string;
  readonly email: string;
}

const productText = 'query ($id: ID!) { product(id: $id) { name variants { sku } } }';

/** Keeps the request, and asks the address to confirm it. The work is the same whatever is known of the address. */
export async function requestStock(context: Context, { productId, sku, email }: RequestInput): Promise<void> {
  const { caller, database, locale, url } = context;
  const productName = await nameOf(context, productId, sku);
  const newKey = randomBytes(24).toString('base64url');
  const request = {
    sku,
    key: newKey,
    email: email.normalize('NFC').trim().toLowerCase(),
    customer: caller.kind === 'user' ? caller.id : null,
    locale,
    productName,
    address: absoluteUrl(context, url('productPage', { productId })),
    forget: absoluteUrl(context, url('forgetStockRequest', { key: newKey })),
  };
  await database.transaction(async (transaction) => {
    const { key, forget } = await insertRequest(transaction, request);
    const confirm = absoluteUrl(context, url('confirmStockRequest', { key }));
    const props = { product: productName, confirm, forget };
    await transaction.mail('confirm-stock-request', { to: request.email, props });
  });
}

async function nameOf({ query }: Context, id: string, sku: string): Promise<string> {
  const { data, errors } = await query(productText, { id });
  if (errors !== undefined && errors.length > 0)
    throw new AggregateError(errors, `the shop does not say whether it has a product: ${errors[0]?.message}`);
  const product = data?.product;
  if (!product?.variants.some((variant) => variant.sku === sku))
    throw new StoaError('NOT_FOUND', { text: 'request.noVariant', values: { sku } });
  return product.name;
}
