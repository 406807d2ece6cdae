import { relative } from 'node:path';
import { createAjv, type EndpointManifest } from 'stoa/tooling';
import { brokenBodies, schemaValue } from '../../values/index.ts';

export interface CheckOptions {
  readonly seed: number;
  /** How many right bodies are made, for each method of a route. */
  readonly runs: number;
}

/**
 * Sends bodies that route.json allows, and others like them. Returns each request that the route has answered with
 * 5xx: nothing that a client sends may do that. Empty for a route of which no right body can be made.
 */
export async function fuzzRoute(
  endpoint: EndpointManifest,
  target: { readonly url: string; readonly token: string },
  { runs, seed }: CheckOptions,
): Promise<readonly string[]> {
  const requests: readonly Sent[] = endpoint.methods.flatMap((method) => {
    const numbers = Array.from(
      { length: method === 'GET' || method === 'DELETE' ? 3 : runs },
      (_, index) => seed + index,
    );
    return numbers.flatMap((number): readonly Sent[] => {
      const url = pathOf(endpoint, number);
      if (endpoint.schemas.body === undefined || method === 'GET') return [{ method, url, body: undefined }];
      const right = schemaValue(endpoint.schemas.body, number);
      const others = number === seed ? brokenBodies(right) : [];
      return [right, ...others].map((body) => ({ method, url, body }));
    });
  });
  const failures: string[] = [];
  // In order, so that the same seed gives the same result.
  for (const { method, url, body } of requests) {
    const { headers, text, form } = encode(endpoint, body, target.url);
    const status = await statusOf(target.url + url, endpoint, {
      method,
      redirect: 'manual',
      headers: { authorization: `Bearer ${target.token}`, ...headers },
      ...(text !== undefined && { body: form ?? text }),
    });
    const sent = `${method} ${url} ${text ?? ''}`.trimEnd();
    // Each further request would wait as long.
    if (status === undefined || status === 504) return [...failures, `${sent} ${unanswered(endpoint)}`];
    if (status >= 500) failures.push(`${sent} is answered with ${status}`);
  }
  return failures;
}

/** Milliseconds for a whole answer, unless the route allows its handlers more. */
const answerMs = 5_000;

/** Undefined for a request without a whole answer. */
async function statusOf(
  url: string,
  { timeoutMs = 0 }: EndpointManifest,
  request: RequestInit,
): Promise<number | undefined> {
  const signal = AbortSignal.timeout(Math.max(answerMs, timeoutMs));
  try {
    const response = await fetch(url, { ...request, signal });
    await response.arrayBuffer();
    return response.status;
  } catch (error) {
    if (signal.aborted) return undefined;
    throw error;
  }
}

function unanswered({ handlers }: EndpointManifest): string {
  const files = handlers.map(({ file }) => relative(process.cwd(), file));
  const fix =
    'Answer in each case, or call next(). A handler that is to take long says so by timeoutMs in its route.json.';
  return `is never answered by ${files.length > 1 ? 'one of ' : ''}${files.join(', ')}\n  fix: ${fix}`;
}

interface Sent {
  readonly method: string;
  readonly url: string;
  readonly body: unknown;
}

/** A GIF of one pixel. A route that takes no GIF refuses it. */
const smallPicture = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');

/** Whether right bodies can be made: a pattern may be beyond it. */
export function canFuzz({ schemas: { body } }: EndpointManifest, seed: number): boolean {
  if (body === undefined) return true;
  const validate = createAjv({}).compile(body);
  return Array.from({ length: 20 }, (_, index) => seed + index).some((number) => validate(schemaValue(body, number)));
}

const noSchemas = { params: undefined, query: undefined, body: undefined };

/** A path with made-up parameters. */
export function pathOf(
  { path, schemas: { params, query } = noSchemas }: Pick<EndpointManifest, 'path'> & Partial<EndpointManifest>,
  number: number,
): string {
  const values = new Map(Object.entries(Object(params === undefined ? {} : schemaValue(params, number))));
  const filled = path.replace(/:(\w+)/g, (_, name: string) => {
    const text = String(values.get(name) ?? 1000 + (number % 9000));
    // A text for a path is short, and no path of its own.
    return encodeURIComponent(text.replace(/[./\\]/g, '').slice(0, 40) || 'a');
  });
  if (query === undefined) return filled;
  const given = Object.entries(Object(schemaValue(query, number))).map(([name, value]) => [name, String(value)]);
  return `${filled}?${new URLSearchParams(given)}`;
}

function encode(
  { consumes, files }: EndpointManifest,
  body: unknown,
  origin: string,
): { readonly headers: Readonly<Record<string, string>>; readonly text: string | undefined; readonly form?: FormData } {
  if (body === undefined) return { headers: {}, text: undefined };
  if (consumes.includes('json')) return { headers: { 'content-type': 'application/json' }, text: JSON.stringify(body) };
  const fields = Object.entries(Object(body)).map(([name, value]): [string, string] => [name, String(value)]);
  if (consumes.includes('multipart')) {
    const form = new FormData();
    for (const [name, value] of fields) form.append(name, value);
    for (const name of Object.keys(files)) form.append(name, new File([smallPicture], 'picture.gif'));
    return { headers: { origin }, form, text: String(new URLSearchParams(fields)) };
  }
  const headers = { 'content-type': 'application/x-www-form-urlencoded', origin };
  return { headers, text: String(new URLSearchParams(fields)) };
}
