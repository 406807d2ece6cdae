import { setTimeout as wait } from 'node:timers/promises';
import { expect } from 'chai';
import { openPath, postForm } from './browse.ts';

/** What a buyer does with the order. `lastMoment`: pays while the time to pay ends. */
export type Plan =
  | 'pays'
  | 'pays twice'
  | 'pays, then cancels'
  | 'lastMoment'
  | 'leaves'
  | 'stays'
  | 'by invoice'
  | 'cancels invoice';

const plans: readonly Plan[] = [
  'pays',
  'pays twice',
  'by invoice',
  'lastMoment',
  'leaves',
  'pays, then cancels',
  'pays',
  'stays',
  'cancels invoice',
  'pays',
];

export interface Crowd {
  readonly shop: { readonly url: string };
  readonly sku: string;
  /** Ends the time to pay of an order. */
  closeWindow(orderId: string): Promise<void>;
  /** What the shop has answered, and how often. */
  readonly answers: Map<string, number>;
  /** Ends all tries. */
  readonly giveUp: AbortSignal;
}

export type Visit =
  | { readonly kind: 'out' }
  | { readonly kind: 'ordered'; readonly orderId: string; readonly plan: Plan };

/** Milliseconds before the next try of a buyer: a second, as the shop asks, and more each time. */
const againMs = 1_000;
/** How often a buyer comes back to what is sold out: others leave, and pieces are free again. */
const returns = 4;

/** What a buyer writes into the form of the checkout. */
export const address = {
  email: 'ann@example.com',
  name: 'Ann Lee',
  street: '1 High Street',
  postcode: 'D01 AB12',
  city: 'Dublin',
  country: 'IE',
  deliveryMethod: 'flat-rate',
};

/** Fills a cart as a new visitor. The visitor's cookie. */
export async function fillCart(url: string, sku: string, quantity = '1'): Promise<string> {
  const { status, cookie } = await postForm(`${url}/cart/lines`, { sku, quantity });
  expect(status).to.equal(303);
  return cookie ?? expect.fail('no visitor');
}

/** What the form of the checkout sends, when it is filled in. */
export async function checkoutFields(
  url: string,
  cookie: string,
  changes: Readonly<Record<string, string>>,
): Promise<Record<string, string>> {
  const { html } = await openPath(`${url}/checkout`, cookie);
  return { ...hiddenFields(html), ...address, ...changes };
}

/** What the form of the checkout has hidden; empty texts without a form. */
function hiddenFields(html: string) {
  return { formKey: fieldOf(html, 'formKey'), cart: fieldOf(html, 'cart'), total: fieldOf(html, 'total') };
}

/** One of many who want the same piece: fills a cart, orders, and pays, however often the shop fails meanwhile. */
export async function visit(crowd: Crowd, index: number): Promise<Visit> {
  const plan = plans[index % plans.length] ?? 'pays';
  const buyer = new Buyer(crowd, index);
  await buyer.fillCart();
  for (let time = 0; time <= returns; time++) {
    const order = await buyer.order(plan.includes('invoice') ? 'invoice' : 'card', index % 3 === 0);
    if (order !== undefined) {
      await buyer.follow(plan, order);
      return { kind: 'ordered', orderId: order.id, plan };
    }
    await wait(againMs, undefined, { signal: crowd.giveUp });
  }
  return { kind: 'out' };
}

interface Placed {
  readonly id: string;
  readonly key: string;
}

class Buyer {
  readonly #crowd: Crowd;
  readonly #address: string;
  #cookie = '';

  constructor(crowd: Crowd, index: number) {
    this.#crowd = crowd;
    this.#address = `10.1.${Math.floor(index / 250)}.${index % 250}`;
  }

  async fillCart(): Promise<void> {
    await this.#until('cart', async () => {
      const answer = await this.#send('/cart/lines', { sku: this.#crowd.sku, quantity: '1' });
      this.#cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? this.#cookie;
      return [answer.status, answer.status === 303 && this.#cookie !== '' ? true : undefined];
    });
  }

  /** Undefined: sold out. */
  async order(paymentMethod: string, clicksTwice: boolean): Promise<Placed | undefined> {
    const form = await this.#until('page', async () => {
      const answer = await this.#send('/checkout');
      const fields = hiddenFields(await answer.text());
      return [answer.status, Object.values(fields).includes('') ? undefined : fields];
    });
    const fields = { ...form, ...address, paymentMethod };
    const click = () =>
      this.#until<{ readonly placed: Placed | undefined }>('order', async () => {
        const answer = await this.#send('/checkout', fields);
        const { pathname, searchParams } = new URL(answer.headers.get('location') ?? '/', this.#crowd.shop.url);
        const placed = { id: pathname.split('/').at(-1) ?? '', key: searchParams.get('key') ?? '' };
        if (answer.status === 303) return [303, { placed }];
        const problem = problemOf(await answer.text());
        return [`${answer.status} ${problem}`, answer.status === 409 ? { placed: undefined } : undefined];
      });
    const clicks = await Promise.all(clicksTwice ? [click(), click()] : [click()]);
    // While stock was away, one click may have been told that the order waits, and the other one that it is sold out.
    const orders = clicks.flatMap(({ placed }) => placed ?? []);
    if (new Set(orders.map(({ id }) => id)).size > 1) throw new Error('one form, and two orders');
    return orders[0];
  }

  async follow(plan: Plan, order: Placed): Promise<void> {
    if (plan === 'leaves') return await this.#crowd.closeWindow(order.id);
    if (plan === 'stays' || plan === 'by invoice') return;
    if (plan === 'cancels invoice') return await this.#cancel(order);
    const place = await this.#payAddress(order);
    if (place === undefined) return;
    const pay = () =>
      this.#until('pay', async () => {
        const answer = await this.#send(`${place}/decision`, { decision: 'pay' });
        return [answer.status, answer.status === 303 || answer.status === 409 ? true : undefined];
      });
    if (plan === 'lastMoment') await Promise.all([this.#crowd.closeWindow(order.id), pay()]);
    else await Promise.all(plan === 'pays twice' ? [pay(), pay()] : [pay()]);
    if (plan === 'pays, then cancels') await this.#cancel(order);
  }

  async #cancel({ id, key }: Placed): Promise<void> {
    await this.#until('cancel', async () => {
      const { status } = await this.#send(`/orders/${id}/cancel?key=${key}`, {});
      return [status, status === 303 ? true : undefined];
    });
  }

  /** Undefined when there is nothing to pay any more. */
  async #payAddress({ id, key }: Placed): Promise<string | undefined> {
    const query = 'query ($id: ID!, $key: String) { order(id: $id, key: $key) { state payAddress } }';
    const { payAddress } = await this.#until('look', async () => {
      const answer = await fetch(`${this.#crowd.shop.url}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': this.#address },
        body: JSON.stringify({ query, variables: { id, key } }),
      });
      const { data } = await answer.json();
      const isKnown = data?.order?.payAddress || !['PLACING', 'PENDING'].includes(data?.order?.state ?? 'PENDING');
      return [answer.status, isKnown ? data.order : undefined];
    });
    return payAddress ?? undefined;
  }

  /** Tries until there is a result. What the shop answers is counted. */
  async #until<Result>(
    step: string,
    once: () => Promise<readonly [status: number | string, result: Result | undefined]>,
  ): Promise<Result> {
    const { giveUp, answers } = this.#crowd;
    for (let time = 1; ; time++) {
      const [status, result] = await once().catch(() => ['no answer', undefined] as const);
      const name = `${step} ${status}`;
      answers.set(name, (answers.get(name) ?? 0) + 1);
      if (result !== undefined) return result;
      giveUp.throwIfAborted();
      await wait(againMs * time, undefined, { signal: giveUp });
    }
  }

  async #send(path: string, fields?: Readonly<Record<string, string>>): Promise<Response> {
    return await fetch(new URL(path, this.#crowd.shop.url), {
      redirect: 'manual',
      headers: {
        accept: 'text/html',
        'sec-fetch-site': 'same-origin',
        'x-forwarded-for': this.#address,
        cookie: this.#cookie,
      },
      signal: AbortSignal.any([this.#crowd.giveUp, AbortSignal.timeout(20_000)]),
      ...(fields !== undefined && { method: 'POST', body: new URLSearchParams(fields) }),
    });
  }
}

/** The value of an input in a page; empty without one. */
export function fieldOf(html: string, name: string): string {
  const input = html.split('<input').find((part) => part.includes(`name="${name}"`)) ?? '';
  return /value="([^"]*)"/.exec(input)?.[1] ?? '';
}

/** What the page of the checkout says. */
function problemOf(html: string): string {
  return (
    /role="alert"[^>]*>(.*?)<\/p>/s
      .exec(html)?.[1]
      ?.replaceAll(/<[^>]*>/g, ' ')
      .slice(0, 80) ?? ''
  );
}
