import { request as httpRequest } from 'node:http';

export interface GraphqlReply {
  readonly status: number;
  readonly headers: Headers;
  readonly body: {
    readonly data?: Readonly<Record<string, unknown>> | null;
    readonly errors?: readonly {
      readonly message: string;
      readonly path?: readonly (string | number)[];
      readonly locations?: readonly unknown[];
      readonly extensions: Readonly<Record<string, unknown>>;
    }[];
  };
}

export const modern = { accept: 'application/graphql-response+json' };
export const legacy = { accept: 'application/json' };

/** Posts parameters as JSON; a string or bytes are posted as they are. */
export async function post(
  url: string,
  body: unknown,
  headers: Record<string, string> = modern,
): Promise<GraphqlReply> {
  const bytes = body instanceof Uint8Array ? new Uint8Array(body) : undefined;
  const text = bytes ?? (typeof body === 'string' ? body : JSON.stringify(body));
  return read(
    await fetch(url, { method: 'POST', body: text, headers: { 'content-type': 'application/json', ...headers } }),
  );
}

export async function get(
  url: string,
  params: Record<string, string>,
  headers: Record<string, string> = modern,
): Promise<GraphqlReply> {
  return read(await fetch(`${url}?${new URLSearchParams(params)}`, { headers }));
}

async function read(response: Response): Promise<GraphqlReply> {
  return { status: response.status, headers: response.headers, body: JSON.parse(await response.text()) };
}

/** The codes of an answer's errors, in order. */
export function codes({ body }: GraphqlReply): readonly unknown[] {
  return (body.errors ?? []).map(({ extensions }) => extensions.code);
}

/** A request with header lines that fetch would not send: repeated ones, or none at all. Gives the status line's number. */
export function rawRequest(
  url: string,
  {
    method = 'POST',
    headers,
    body = '',
  }: { readonly method?: string; readonly headers: readonly string[]; readonly body?: string },
): Promise<{ readonly status: number; readonly body: string }> {
  return new Promise((resolve, reject) => {
    const { host } = new URL(url);
    const outgoing = httpRequest(url, { method, headers: ['host', host, ...headers] }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body: Buffer.concat(chunks).toString() }));
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}
