import { once } from 'node:events';
import { type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';

export interface WireAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** As it was sent. */
  readonly bytes: Buffer;
  /** After the content encoding. */
  readonly text: string;
}

export interface WireRequest {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Sends these headers and no others, and leaves the answer's content encoding to the test. */
export async function ask(url: string, options: WireRequest = {}): Promise<WireAnswer> {
  const answer = await begin(url, options);
  const bytes = await buffer(answer);
  return { status: answer.statusCode ?? 0, headers: answer.headers, bytes, text: decoded(answer.headers, bytes) };
}

/** The answer as soon as its head is there. */
export async function begin(
  url: string,
  { method = 'GET', headers = {}, body }: WireRequest,
): Promise<IncomingMessage> {
  const sent = request(url, { method, headers: { ...headers, connection: 'close' } });
  sent.end(body);
  const [answer] = await once(sent, 'response');
  return answer;
}

function decoded({ 'content-encoding': encoding }: IncomingHttpHeaders, bytes: Buffer): string {
  if (bytes.length === 0) return '';
  if (encoding === 'br') return brotliDecompressSync(bytes).toString();
  return (encoding === 'gzip' ? gunzipSync(bytes) : bytes).toString();
}
