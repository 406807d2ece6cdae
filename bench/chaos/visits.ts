import { send } from '../rolling/load.ts';

/** One request, and which extensions its answer is about. */
export interface ChaosVisit {
  readonly name: string;
  readonly path: string;
  readonly method?: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly status: number;
  /** Texts that the answer must have, by the extension that gives them. */
  readonly contains: Readonly<Record<string, string>>;
  /** Without these extensions the whole answer is lost. */
  readonly subject: readonly string[];
}

const json = { 'content-type': 'application/json', accept: 'application/json', 'sec-fetch-site': 'same-origin' };
const html = { accept: 'text/html' };

/** Pages, REST and GraphQL of every extension; a customer signs in for some. */
export async function chaosVisits(url: string): Promise<readonly ChaosVisit[]> {
  const body = JSON.stringify({ name: 'Ann', email: 'ann@example.com', password: 'four words are enough' });
  const { status, headers, text } = await send(`${url}/customers`, { method: 'POST', headers: json, body });
  const cookie = headers['set-cookie']?.[0]?.split(';')[0];
  if (cookie === undefined) throw new Error(`/customers answers ${status}: ${text}`);
  const sent = { author: 'Ann', rating: 5, comment: 'Came before the chaos.' };
  await send(`${url}/products/1001/reviews`, { method: 'POST', headers: json, body: JSON.stringify(sent) });
  const review = JSON.stringify({ author: 'Ann', rating: 5, comment: 'Came during chaos.', formKey: 'chaos' });
  return [
    page('/', ['catalog', 'pricing'], { catalog: 'Vitamin' }),
    page('/products/1001', ['catalog', 'pricing'], {
      catalog: 'Vitamin',
      reviews: 'Came',
      'flat-rate-shipping': 'elivery',
      'cash-on-delivery': 'ash',
    }),
    page('/cart', ['cart'], { cart: 'art is empty' }),
    page('/checkout', ['checkout', 'cart'], { checkout: 'art is empty' }),
    page('/register', ['customers'], { customers: 'password' }),
    { ...page('/account', ['customers'], { customers: 'ann@example.com' }), headers: { ...html, cookie } },
    graphql('{ product(id: "1001") { name extension { supplement { dosage } } } }', ['catalog'], {
      catalog: '"Vitamin',
      supplement: '"dosage":',
    }),
    graphql('{ product(id: "1001") { reviews { rating } } }', ['catalog', 'reviews'], { reviews: '"rating":' }),
    graphql('{ foos { name } }', ['foo'], { foo: '"foos":[' }),
    graphql('{ flatRateShipping { price } }', ['flat-rate-shipping'], { 'flat-rate-shipping': '"price":' }),
    {
      ...graphql('{ me { email } product(id: "1002") { name } }', [], { customers: 'ann@', catalog: '"name":' }),
      headers: { ...json, cookie },
    },
    {
      ...{ name: 'REST reviews', path: '/products/1002/reviews', headers: json, status: 200 },
      ...{ contains: {}, subject: ['reviews', 'catalog'] },
    },
    {
      ...{ name: 'REST new review', path: '/products/1001/reviews', method: 'POST', headers: json, body: review },
      ...{ status: 201, contains: {}, subject: ['reviews', 'catalog'] },
    },
  ];
}

function page(path: string, subject: readonly string[], contains: ChaosVisit['contains']): ChaosVisit {
  return { name: `page ${path}`, path, headers: html, status: 200, contains, subject };
}

function graphql(query: string, subject: readonly string[], contains: ChaosVisit['contains']): ChaosVisit {
  const body = JSON.stringify({ query });
  return { name: query, path: '/graphql', method: 'POST', headers: json, body, status: 200, contains, subject };
}

/**
 * What is wrong with an answer while these extensions are in trouble; undefined when it is right. A lost subject is
 * 503 or 504 for pages and REST, and a null with the extension's name for GraphQL. An extension that runs and talks
 * nonsense has a bug, which is 500.
 */
export function mistakeIn(
  visit: ChaosVisit,
  { status, text }: { readonly status: number; readonly text: string },
  troubled: ReadonlySet<string>,
): string | undefined {
  const isLost = visit.subject.some((extension) => troubled.has(extension));
  const isGraphql = visit.path === '/graphql';
  if (isLost && !isGraphql && status !== visit.status)
    return [500, 503, 504].includes(status) ? undefined : `${status}: ${text.slice(0, 150)}`;
  if (status !== visit.status) return `${status}: ${text.slice(0, 150)}`;
  for (const [extension, part] of Object.entries(visit.contains)) {
    if (text.includes(part)) continue;
    if (!troubled.has(extension) && !(isLost && isGraphql)) return `without the part of ${extension}`;
    const isNamed = [...troubled].some((each) => text.includes(`"extension":"${each}"`));
    if (isGraphql && !isNamed) return `null, and no error names it: ${text.slice(0, 200)}`;
  }
  return undefined;
}
