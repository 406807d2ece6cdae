import { StoaError } from 'stoa';
import type { Context, PlaceOrder } from '../checkout.gen.ts';
import type { Buyer } from './buyer-fields.ts';
import { checkBuyer } from './check-buyer.ts';
import { dataOf, isNotFound, paymentMethodsOf } from './data-of.ts';

/** `byHand`: the caller orders for the buyer. */
type Form = PlaceOrder['body'] & { readonly byHand?: true };

const chooseText = `
  mutation ($cart: ID!, $country: String, $deliveryMethod: String, $paymentMethod: String) {
    chooseForCart(cart: $cart, country: $country, deliveryMethod: $deliveryMethod, paymentMethod: $paymentMethod) { id }
  }`;
const methodsText = `
  query ($country: String!, $amount: Int!) {
    paymentMethods(country: $country, amount: $amount) { __typename code }
  }`;
const placeText = `
  mutation ($input: PlaceOrderInput!) {
    placeOrder(input: $input) { state address total missing order { id } }
  }`;
const namesText = `query ($cart: ID) {
  cart(id: $cart) { lines { sku variant { label product { name } } } }
}`;

/**
 * Orders what is in the cart, and returns the order and the address of its page. Throws StoaError when something is
 * wrong, or when the total is another one than the buyer has seen.
 */
export async function placeOrder(
  context: Context,
  form: Form,
): Promise<{ readonly id: string; readonly address: string }> {
  await choose(context, form);
  if (form.update != null) throw new StoaError('CONFLICT', { text: 'rules.updated' });
  const buyer = checkBuyer(form);
  if (!form.deliveryMethod) throw notOffered('deliveryMethod', 'rules.noDelivery');
  const paymentMethod = await findPaymentMethod(context, form);
  const { placeOrder: placed } = dataOf(
    await context.query(placeText, { input: inputOf(form, { buyer, paymentMethod }) }),
  );
  const { state, address, order, missing } = placed;
  if (state === 'PLACED' && order !== null && address !== null) return { id: order.id, address };
  if (state === 'CHANGED') throw new StoaError('CONFLICT', { text: 'rules.totalChanged' });
  if (state === 'NO_DELIVERY') throw notOffered('deliveryMethod', 'rules.noDelivery');
  if (state === 'OUT')
    throw new StoaError('CONFLICT', {
      text: 'rules.out',
      values: { names: await namesOf(context, form.cart, missing) },
    });
  if (state === 'VOUCHER_REFUSED')
    throw new StoaError('CONFLICT', { text: 'rules.voucherRefused', values: { codes: missing.join(', ') } });
  throw new StoaError('CONFLICT', { text: 'rules.refused' });
}

/** A cart that is closed already is that of a second click: the order of the first one answers. */
export async function choose(
  context: Context,
  { cart, country, deliveryMethod, paymentMethod }: Pick<Form, 'cart' | 'country' | 'deliveryMethod' | 'paymentMethod'>,
): Promise<void> {
  const answer = await context.query(chooseText, {
    cart,
    country,
    deliveryMethod: deliveryMethod || null,
    paymentMethod: paymentMethod || null,
  });
  if (!isNotFound(answer)) dataOf(answer);
}

/** What the page calls these lines. A SKU stands for what is no longer sold. */
async function namesOf(context: Context, id: string, skus: readonly string[]): Promise<string> {
  const { cart } = dataOf(await context.query(namesText, { cart: id }));
  const variants = new Map(cart?.lines.map(({ sku, variant }) => [sku, variant]));
  const names = skus.map((sku) => {
    const variant = variants.get(sku);
    return [variant?.product.name ?? sku, variant?.label].filter(Boolean).join(', ');
  });
  return names.join('; ');
}

/** The type of the chosen way to pay. */
async function findPaymentMethod(context: Context, { country, total, paymentMethod }: Form): Promise<string> {
  const answer = await context.query(methodsText, { country, amount: total });
  const isChosen = ({ code }: { readonly code: string }) => code === paymentMethod;
  const method = paymentMethodsOf(answer, paymentMethod ? isChosen : undefined).find(isChosen);
  if (method === undefined) throw notOffered('paymentMethod', 'rules.noPayment');
  return method.__typename;
}

function inputOf(form: Form, { buyer, paymentMethod }: { readonly buyer: Buyer; readonly paymentMethod: string }) {
  const { email, name, street, postcode, city, addition, region, phone } = buyer;
  // Empty ones are left out, so that a form that is sent again after an upgrade is still the same order.
  const others = Object.entries({ addition, region, phone }).filter(([, value]) => value !== '');
  const { formKey, cart, total, lines, country, deliveryMethod, byHand } = form;
  return {
    form: formKey,
    email,
    name,
    address: { name, street, postcode, city, country, ...Object.fromEntries(others) },
    cart,
    total,
    deliveryMethod: deliveryMethod ?? '',
    paymentMethod,
    ...(lines != null && { lines: lines.map(seenLine) }),
    ...(byHand && { byHand }),
  };
}

/** Of a text such as "2 VIT-C1000-90". */
function seenLine(line: string) {
  const [, quantity, sku = ''] = /^(\d{1,4}) (.+)$/.exec(line) ?? [];
  return { sku, quantity: Number(quantity ?? 0) };
}

function notOffered(field: 'deliveryMethod' | 'paymentMethod', text: string): StoaError {
  return new StoaError('CONFLICT', { text }, { fields: { [field]: { text } } });
}
