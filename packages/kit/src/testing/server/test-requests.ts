import type { PageAnswer, RequestOptions, TestRequests } from 'stoa/tooling';

/** Requests to an open shop, as a program and a browser send them. */
export function requestsTo(url: string): TestRequests {
  return {
    async graphql(document, variables, options) {
      requireVariables(document, variables);
      const response = await fetch(`${url}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headersOf(options) },
        body: JSON.stringify({ query: document, variables }),
      });
      return response.json();
    },
    async rest(method, path, { body, ...options } = {}) {
      const sent = sentBody(body);
      const headers = { ...sent.headers, ...headersOf(options) };
      const response = await fetch(url + path, { method, redirect: 'manual', ...sent, headers });
      const { status } = response;
      const text = await response.text();
      const isJson = /^application\/(?:[\w.-]+\+)?json\b/.test(response.headers.get('content-type') ?? '');
      return { status, headers: response.headers, body: isJson ? JSON.parse(text) : undefined };
    },
    async page(path, options) {
      const headers = { ...browserHeaders, ...headersOf(options) };
      return pageAnswer(await fetch(url + path, { redirect: 'manual', headers }));
    },
    async form(path, fields, options) {
      const headers = { ...browserHeaders, ...fromOwnPage, ...headersOf(options) };
      const body = fields instanceof FormData ? fields : new URLSearchParams(fields);
      return pageAnswer(await fetch(url + path, { method: 'POST', redirect: 'manual', headers, body }));
    },
  };
}

/** `FormData` goes as a form of a page of the shop, anything else as JSON. */
function sentBody(body: unknown): {
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: FormData | string;
} {
  if (body === undefined) return { headers: {} };
  if (body instanceof FormData) return { headers: fromOwnPage, body };
  return { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
}

const optionNames: readonly string[] = ['token', 'cookie', 'headers'] satisfies readonly (keyof RequestOptions)[];

/** Throws for options in the place of the variables. The caller would count as a guest. */
function requireVariables(document: string, variables: Readonly<Record<string, unknown>> = {}): void {
  const option = Object.keys(variables).find((name) => optionNames.includes(name) && !document.includes(`$${name}`));
  if (option === undefined) return;
  const call = `graphql(document, {}, { ${option} })`;
  throw new TypeError(`"${option}" is no variable of the document. Options are the third argument: ${call}.`);
}

const browserHeaders = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };
const fromOwnPage = { 'sec-fetch-site': 'same-origin' };

async function pageAnswer(response: Response): Promise<PageAnswer> {
  const { status, headers } = response;
  const cookies = headers.getSetCookie().map((cookie) => cookie.split(';')[0]);
  return {
    status,
    headers,
    html: await response.text(),
    location: headers.get('location') ?? undefined,
    cookie: cookies.length === 0 ? undefined : cookies.join('; '),
  };
}

function headersOf({ token, cookie, headers }: RequestOptions = {}): Record<string, string> {
  return {
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    ...(cookie === undefined ? {} : { cookie, ...fromOwnPage }),
    ...headers,
  };
}
