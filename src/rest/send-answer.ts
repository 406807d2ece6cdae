import type { ServerResponse } from 'node:http';
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
 * in between, or sends another length than it announced.
 */
export async function sendAnswer(response: ServerResponse, { head, body }: RemoteAnswer): Promise<void> {
  if (head.status < 200) throw new RangeError(`an answer cannot have the status ${head.status}`);
  setHead(response, head);
  // The client would take bytes beyond the announced length for the next response on the connection.
  response.strictContentLength = true;
  if (Buffer.isBuffer(body)) {
    response.end(body);
    return;
  }
  response.flushHeaders();
  const leave = (): void => void body.destroy();
  response.once('close', leave);
  try {
    for await (const chunk of body) if (!response.write(chunk)) await drained(response);
    response.end();
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
