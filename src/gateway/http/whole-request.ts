import { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';

/** What the head of a request says. */
export interface PlainHead {
  readonly method: string;
  readonly url: string;
  /** Names, as they were sent, and values in turn. */
  readonly fields: string[];
  /** By name, in lower case. Each is there once. */
  readonly headers: Record<string, string>;
  /** In bytes; 0 where there is none. */
  readonly bodyLength: number;
}

/**
 * A request of HTTP/1.1 that has come in one piece. Whoever wants its body can have that at once (`takeBody`); for others it is a
 * stream, as in every request.
 */
export class WholeRequest extends IncomingMessage {
  /** Node's: otherwise, once the answer is sent, it reads what nobody has read. Here nothing is on its way. */
  protected readonly _consuming = true;
  #body: Buffer | undefined;

  constructor(socket: Socket, { method, url, fields, headers }: PlainHead, body: Buffer | undefined) {
    super(socket);
    this.httpVersion = '1.1';
    this.httpVersionMajor = 1;
    this.httpVersionMinor = 1;
    this.method = method;
    this.url = url;
    this.rawHeaders = fields;
    this.headers = headers;
    this.complete = true;
    this.#body = body;
  }

  /** The body, which the stream then ends without; undefined when there is none. */
  takeBody(): Buffer | undefined {
    const body = this.#body;
    this.#body = undefined;
    return body;
  }

  override _read(): void {
    const body = this.takeBody();
    if (body !== undefined) this.push(body);
    this.push(null);
  }
}
