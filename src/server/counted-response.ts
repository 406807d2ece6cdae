import { type IncomingMessage, ServerResponse } from 'node:http';

/**
 * A response whose bytes are counted against its Content-Length: more of them would be taken for the next answer on the same
 * connection. Node's own counting (`strictContentLength`) splits an answer that is there in one piece into two writes, which
 * costs as much as the rest of the answer (measured, Node 26), so that such an answer is counted here instead.
 */
export class CountedResponse extends ServerResponse<IncomingMessage> {
  override strictContentLength = true;

  override end(...args: readonly unknown[]): this {
    const [chunk] = args;
    // Where headers have been written already, whoever wrote them counts by itself, or Node does.
    if (typeof chunk === 'string' && !this.headersSent) {
      const declared = this.getHeader('content-length');
      const encoding = isEncoding(args[1]) ? args[1] : 'utf8';
      if (declared === undefined || Number(declared) === Buffer.byteLength(chunk, encoding)) {
        this.strictContentLength = false;
      }
    }
    return Reflect.apply(super.end, this, args);
  }
}

function isEncoding(value: unknown): value is BufferEncoding {
  return typeof value === 'string' && Buffer.isEncoding(value);
}
