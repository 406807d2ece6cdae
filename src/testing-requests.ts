/**
 * The requests of tests, and what they look for in a page. The types are part of `stoa/testing`.
 */

export interface GraphqlAnswer<Data> {
  readonly data?: Data | null;
  readonly errors?: readonly {
    readonly message: string;
    readonly path?: readonly (string | number)[];
    readonly extensions?: Readonly<Record<string, unknown>>;
  }[];
}

export interface RequestOptions {
  readonly token?: string | undefined;
  /** Of an answer before: its `cookie`. With it, the request comes from a page of the shop, as a browser's does. */
  readonly cookie?: string | undefined;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface RestOptions extends RequestOptions {
  /** Sent as JSON. */
  readonly body?: unknown;
}

export interface RestAnswer<Body> {
  readonly status: number;
  readonly headers: Headers;
  /** Parsed JSON. Undefined without a body. */
  readonly body: Body;
}

export interface PageAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly html: string;
  /** Where a redirect leads, as the answer has it. */
  readonly location: string | undefined;
  /** The cookies that the answer sets, for the option `cookie` of the next request. */
  readonly cookie: string | undefined;
}

/** Requests to an open shop. None follows redirects. */
export interface TestRequests {
  graphql<Data = Record<string, unknown>>(
    document: string,
    variables?: Readonly<Record<string, unknown>>,
    options?: RequestOptions,
  ): Promise<GraphqlAnswer<Data>>;
  /** Sends a request for JSON. */
  rest<Body = unknown>(method: string, path: string, options?: RestOptions): Promise<RestAnswer<Body>>;
  /** Asks for a page as a browser does. */
  page(path: string, options?: RequestOptions): Promise<PageAnswer>;
  /** Posts a form as a browser does that runs no script. */
  form(path: string, fields: Readonly<Record<string, string>>, options?: RequestOptions): Promise<PageAnswer>;
}

/**
 * The first element with this attribute, as text: from its tag to the next end tag of its kind. Empty when there is none.
 *
 * @example elementWith(html, 'input', 'name="email"')
 */
export function elementWith(html: string, tag: string, attribute: string): string {
  const start = html.split(`<${tag}`).find((part) => part.slice(0, part.indexOf('>')).includes(attribute));
  return start === undefined ? '' : `<${tag}${start.split(`</${tag}>`)[0]}`;
}

export function requestsTo(url: string): TestRequests {
  return {
    async graphql(document, variables, options) {
      const response = await fetch(`${url}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headersOf(options) },
        body: JSON.stringify({ query: document, variables }),
      });
      return response.json();
    },
    async rest(method, path, { body, ...options } = {}) {
      const response = await fetch(url + path, {
        method,
        redirect: 'manual',
        headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headersOf(options) },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const { status, headers } = response;
      const text = await response.text();
      const isJson = /^application\/(?:[\w.-]+\+)?json\b/.test(headers.get('content-type') ?? '');
      return { status, headers, body: isJson ? JSON.parse(text) : undefined };
    },
    async page(path, options) {
      const headers = { ...browserHeaders, ...headersOf(options) };
      return pageAnswer(await fetch(url + path, { redirect: 'manual', headers }));
    },
    async form(path, fields, options) {
      const headers = { ...browserHeaders, ...fromOwnPage, ...headersOf(options) };
      const body = new URLSearchParams(fields);
      return pageAnswer(await fetch(url + path, { method: 'POST', redirect: 'manual', headers, body }));
    },
  };
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
