import { ServerResponse } from 'node:http';

/**
 * `end` of an extension's responses, whose bytes are counted against their Content-Length: more of them would be taken for the
 * next answer on the same connection. Node's own counting (`strictContentLength`) splits an answer that is there in one piece
 * into two writes, which costs as much as the rest of the answer (measured, Node 26), so that such an answer is counted here.
 */
export function countedEnd(this: ServerResponse, ...args: readonly unknown[]): ServerResponse {
  const [chunk] = args;
  // Where headers have been written already, Node counts.
  if (typeof chunk === 'string' && !this.headersSent) {
    const declared = this.getHeader('content-length');
    const encoding = isEncoding(args[1]) ? args[1] : 'utf8';
    if (declared === undefined || Number(declared) === Buffer.byteLength(chunk, encoding)) {
      this.strictContentLength = false;
    }
  }
  return Reflect.apply(ServerResponse.prototype.end, this, args);
}

/** Whether nobody has put another `end` there. */
export function isEndCounted({ end }: ServerResponse): boolean {
  return end === countedEnd;
}

/** Ends a response with all of its body, whose Content-Length the caller has just counted. Past no `end` that somebody put there. */
export function endWhole(response: ServerResponse, body: string | Buffer): void {
  if (!isEndCounted(response)) {
    if (typeof body === 'string') response.end(body, 'utf8');
    else response.end(body);
    return;
  }
  response.strictContentLength = false;
  ServerResponse.prototype.end.call(response, body, 'utf8');
}

function isEncoding(value: unknown): value is BufferEncoding {
  return typeof value === 'string' && Buffer.isEncoding(value);
}
