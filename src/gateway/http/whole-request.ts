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
  // What Node has beside: undocumented, but where it has always been.
  declare protected readonly _addHeaderLines: (fields: string[], count: number) => void;
  protected readonly upgrade = false;
  #body: Buffer | undefined;

  constructor(socket: Socket, { method, url, fields, headers }: PlainHead, body: Buffer | undefined) {
    super(socket);
    this.httpVersion = '1.1';
    this.httpVersionMajor = 1;
    this.httpVersionMinor = 1;
    this.method = method;
    this.url = url;
    // Makes them `rawHeaders`, and says how many of them `headersDistinct` is made of.
    this._addHeaderLines(fields, fields.length);
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

  /** Node's, for what nobody has read when the answer is out. Nothing is on its way here: only who listens has to be told. */
  protected _dump(): void {
    if (this.listenerCount('end') === 0 && this.listenerCount('close') === 0) return;
    this.removeAllListeners('data');
    this.resume();
  }
}
