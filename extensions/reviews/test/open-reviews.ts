import { join } from 'node:path';
import { type ExtensionOptions, openExtension, type TestExtension } from 'stoa/testing';

/** The products that the shop sells, as in the demonstration data. */
function isSold(id: unknown): boolean {
  const number = /^\d{4}$/.test(String(id)) ? Number(id) : 0;
  return number >= 1001 && number <= 1072;
}

/** Reviews alone, beside a catalog that sells the products 1001 to 1072. */
export async function openReviews(options: ExtensionOptions = {}): Promise<TestExtension> {
  return await openExtension('reviews', {
    from: join(import.meta.dirname, '..'),
    mocks: {
      Query: { product: (_root, { id }) => (isSold(id) ? { productId: id } : null) },
      Product: {
        __resolveReference: (product) => (isSold(product.productId) ? product : null),
        url: (product) => `/products/${product.productId}`,
      },
    },
    ...options,
  });
}

export interface HtmlAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly html: string;
  /** Path and query that a redirect leads to. */
  readonly location: string | null;
}

const browserHeaders = { accept: 'text/html', 'sec-fetch-site': 'same-origin' };

/** Posts a form as a browser does that runs no script. */
export async function postForm(url: string, fields: Readonly<Record<string, string>>): Promise<HtmlAnswer> {
  const body = new URLSearchParams(fields);
  const response = await fetch(url, { method: 'POST', redirect: 'manual', headers: browserHeaders, body });
  const { status, headers } = response;
  return { status, headers, html: await response.text(), location: headers.get('location') };
}

/** The first element with this attribute, as text: its tag and everything up to the next end of that kind. */
export function elementWith(html: string, tag: string, attribute: string): string {
  const start = html.split(`<${tag}`).find((part) => part.slice(0, part.indexOf('>')).includes(attribute));
  return start === undefined ? '' : `<${tag}${start.split(`</${tag}>`)[0]}`;
}
