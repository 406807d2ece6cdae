import type { ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { isGatewayCookie } from '#auth';
import { type AcceptedEncoding, beginEncoded, type ContentEncoding, createEncoder, endEncoded } from '#http';

import { gatewayFields } from './sub-app/extension-response.ts';
import type { RemoteAnswer } from './sub-app/rest-exchange.ts';

/** Headers that add to those that the gateway has set. All others replace the gateway's. */
const adding = new Set(['set-cookie', 'vary']);

/** Headers that apply to one connection only. */
const hopByHop = new Set([
  'connection',
  'keep-alive',
  'transfer-encoding',
  'upgrade',
  'proxy-connection',
  'te',
  'trailer',
]);

/**
 * Sends the answer of an extension outside this process: the headers before the body arrives, then the body as fast
 * as the client takes it. Resolves when all is sent or the client has disconnected. Rejects when the extension fails
 * in between, or sends another length than it announced. A complete body is compressed for the client.
 */
export async function sendAnswer(
  response: ServerResponse,
  { head, body }: RemoteAnswer,
  accepted?: AcceptedEncoding,
): Promise<void> {
  if (head.status < 200) throw new RangeError(`an answer cannot have the status ${head.status}`);
  setHead(response, head);
  // The rest of an upload that the extension did not need. The connection serves further requests after it.
  if (!response.req.complete) response.once('finish', () => response.req.resume());
  // The client would take bytes beyond the announced length for the next response on the connection.
  response.strictContentLength = true;
  if (Buffer.isBuffer(body)) {
    if (!endEncoded(response, accepted, body)) response.end(body);
    return;
  }
  const announced = response.getHeader('content-length');
  // A body without a length is made while it is sent: each piece must arrive at once.
  const encoding = announced === undefined ? undefined : beginEncoded(response, accepted, Number(announced));
  response.flushHeaders();
  if (encoding !== undefined) return await sendEncoded(response, body, { encoding, length: Number(announced) });
  const leave = (): void => void body.destroy();
  response.once('close', leave);
  try {
    for await (const chunk of body) if (!response.write(chunk)) await drained(response);
    response.end();
  } catch (error) {
    if (!response.destroyed) throw error;
  }
}

/** Compresses a body that arrives in pieces. Rejects when it has another length than announced. */
async function sendEncoded(
  response: ServerResponse,
  body: Readable,
  { encoding, length }: { readonly encoding: ContentEncoding; readonly length: number },
): Promise<void> {
  async function* counted(): AsyncGenerator<Buffer> {
    let count = 0;
    for await (const chunk of body) {
      count += chunk.length;
      yield chunk;
    }
    if (count !== length) throw new RangeError(`the answer has ${count} bytes, and announced ${length}`);
  }
  try {
    await pipeline(counted, createEncoder(encoding), response);
  } catch (error) {
    if (!response.destroyed) throw error;
  }
}

/** Waits until the client has taken what was written, or has disconnected. */
function drained(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      response.off('drain', done).off('close', done);
      resolve();
    };
    response.once('drain', done).once('close', done);
    if (response.destroyed) done();
  });
}

/** The gateway's own fields and cookies, which no extension sets. */
function isGatewayField(name: string, value: string): boolean {
  return gatewayFields.has(name) || (name === 'set-cookie' && isGatewayCookie(value));
}

/** Names in the field `connection`, which apply to one connection too (RFC 9110, 7.6.1). */
function connectionFields(headers: readonly string[]): ReadonlySet<string> {
  const at = headers.findIndex((name, index) => index % 2 === 0 && name.toLowerCase() === 'connection');
  const value = at === -1 ? '' : (headers[at + 1] ?? '');
  return new Set(value.toLowerCase().split(/\s*,\s*/));
}

function setHead(response: ServerResponse, { status, statusText, headers }: RemoteAnswer['head']): void {
  response.statusCode = status;
  if (statusText !== undefined) response.statusMessage = statusText;
  const seen = new Set<string>();
  const named = connectionFields(headers);
  for (let at = 0; at < headers.length; at += 2) {
    const [name = '', value = ''] = headers.slice(at, at + 2);
    const lower = name.toLowerCase();
    if (hopByHop.has(lower) || named.has(lower) || isGatewayField(lower, value)) continue;
    if (adding.has(lower) || seen.has(lower)) response.appendHeader(name, value);
    else response.setHeader(name, value);
    seen.add(lower);
  }
}
