import type { ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import type { RemoteAnswer } from '../../placement/running-extension.ts';

/** Fields that add to what the gateway has set. All others take the place of the gateway's own. */
const adding = new Set(['set-cookie', 'vary']);

/** Fields of one connection: the gateway's connection to its client is another one. */
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
 * Sends the answer of an extension elsewhere. The head goes out before the body is there, the body as fast as the client takes it. Rejects
 * when the extension fails in the middle, or sends another length than it announced: then the connection is closed.
 */
export async function sendAnswer(response: ServerResponse, { head, body }: RemoteAnswer): Promise<void> {
  if (response.headersSent || response.destroyed) return;
  if (head.status < 200) throw new RangeError(`an answer cannot have the status ${head.status}`);
  setHead(response, head);
  // More bytes than announced would be taken for the next answer on the connection.
  response.strictContentLength = true;
  if (Buffer.isBuffer(body)) {
    response.end(body);
    return;
  }
  response.flushHeaders();
  try {
    await pipeline(body, response);
  } catch (error) {
    response.destroy();
    throw error;
  }
}

function setHead(response: ServerResponse, { status, statusText, headers }: RemoteAnswer['head']): void {
  response.statusCode = status;
  if (statusText !== undefined) response.statusMessage = statusText;
  const seen = new Set<string>();
  for (let at = 0; at < headers.length; at += 2) {
    const [name = '', value = ''] = headers.slice(at, at + 2);
    const lower = name.toLowerCase();
    if (hopByHop.has(lower)) continue;
    if (adding.has(lower) || seen.has(lower)) response.appendHeader(name, value);
    else response.setHeader(name, value);
    seen.add(lower);
  }
}
