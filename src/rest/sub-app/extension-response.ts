import { type IncomingMessage, ServerResponse } from 'node:http';
import { isGatewayCookie } from '#auth';
import { type AcceptedEncoding, endEncoded, generationHeader, isEnded } from '#http';
import { type ClientConnection, runOutside } from './client-connection.ts';

/** Header fields that only the gateway sets, apart from its cookies. */
export const gatewayFields: ReadonlySet<string> = new Set([
  'x-request-id',
  generationHeader,
  // Between a gateway and a served extension.
  'stoa-session',
  'stoa-not-begun',
  'stoa-instance',
]);

/** What the response of an extension writes to. */
export interface ResponseParts {
  /** The gateway's response for the client. */
  readonly response: ServerResponse;
  readonly connection: ClientConnection;
  /** The encoding for a whole body; undefined: it is sent as it is. */
  readonly encoding?: AcceptedEncoding | undefined;
  /** Called with the field or cookie of the gateway that the extension tried to set. */
  readonly onRefused: (name: string) => void;
}

/**
 * The response for an extension. It passes everything on to the gateway's response, which it does not show, since
 * that one leads to the client's socket and credentials. The gateway's own fields and cookies are neither shown nor
 * changed. Informational responses are refused: {@link ExtensionResponse.writeHead}.
 */
export class ExtensionResponse extends ServerResponse {
  readonly #response: ServerResponse;
  readonly #connection: ClientConnection;
  readonly #encoding: AcceptedEncoding | undefined;
  readonly #onRefused: (name: string) => void;
  /** Whether `write` or `end` calls `writeHead`, since the extension has not. */
  #isImplicit = false;

  constructor(request: IncomingMessage, { response, connection, encoding, onRefused }: ResponseParts) {
    super(request);
    this.#response = response;
    this.#connection = connection;
    this.#encoding = encoding;
    this.#onRefused = onRefused;
    this.destroyed = response.destroyed;
    // The property has a setter for a `net.Socket` only.
    Object.assign(this, { socket: connection });
    response.on('finish', () => {
      this.finished = true;
      runOutside(() => this.emit('finish'));
    });
    response.on('error', (error) => {
      if (this.listenerCount('error') > 0) runOutside(() => this.emit('error', error));
    });
  }

  /** Adds methods and getters to the prototype that Express gives to each response of an application. */
  static define(prototype: object): void {
    const { constructor: _, ...methods } = Object.getOwnPropertyDescriptors(ExtensionResponse.prototype);
    Object.defineProperties(prototype, methods);
    for (const name of [...readThrough, ...writtenThrough]) {
      const get = function (this: ExtensionResponse): unknown {
        return this.#response[name];
      };
      const set = function (this: ExtensionResponse, value: unknown): void {
        Reflect.set(this.#response, name, value);
      };
      const isWritten = writtenThrough.some((each) => each === name);
      Object.defineProperty(prototype, name, { configurable: true, get, ...(isWritten && { set }) });
    }
  }

  /** Notifies the extension that the exchange is over. */
  leave(): void {
    this.destroyed = true;
    this.emit('close');
    this.#connection.emit('close');
  }

  override setHeader(name: string, value: number | string | readonly string[]): this {
    if (isCookieField(name)) this.#setCookies(name, value);
    else if (!this.#refuses(name)) this.#response.setHeader(name, value);
    return this;
  }

  override appendHeader(name: string, value: string | readonly string[]): this {
    if (!isCookieField(name)) {
      if (!this.#refuses(name)) this.#response.appendHeader(name, value);
      return this;
    }
    const kept = this.#keptCookies([value].flat());
    if (kept.length > 0) this.#response.appendHeader(name, kept);
    return this;
  }

  override removeHeader(name: string): void {
    if (isCookieField(name)) this.#setCookies(name, []);
    else if (!this.#refuses(name)) this.#response.removeHeader(name);
  }

  override getHeader(name: string): number | string | string[] | undefined {
    if (!isCookieField(name)) return this.#response.getHeader(name);
    return this.#shownCookies();
  }

  override getHeaders(): ReturnType<ServerResponse['getHeaders']> {
    const headers = this.#response.getHeaders();
    const cookies = this.#shownCookies();
    if (cookies === undefined) delete headers['set-cookie'];
    else headers['set-cookie'] = cookies;
    return headers;
  }

  override getHeaderNames(): string[] {
    return Object.keys(this.getHeaders());
  }

  override hasHeader(name: string): boolean {
    return isCookieField(name) ? this.getHeader(name) !== undefined : this.#response.hasHeader(name);
  }

  /**
   * Throws RangeError for a status below 200, which announces a later response. The client, or a proxy with a shared
   * connection, would take the next request's response for this one.
   */
  override writeHead(status: number, ...more: readonly unknown[]): this {
    if (status < 200) throw new RangeError(`an answer cannot have the status ${status}`);
    const reason = typeof more[0] === 'string' ? more[0] : undefined;
    this.#setListed(reason === undefined ? (more[0] ?? more[1]) : more[1]);
    this.#response.sendDate = this.sendDate;
    // Node computes the length itself, when it writes head and body at once.
    if (this.#isImplicit) {
      this.#response.statusCode = status;
      if (reason !== undefined) this.#response.statusMessage = reason;
    } else if (reason === undefined) this.#response.writeHead(status);
    else this.#response.writeHead(status, reason);
    return this;
  }

  /** Middleware calls this to send the head before the body. */
  _implicitHeader(): void {
    if (!this.headersSent) this.writeHead(this.statusCode);
  }

  override flushHeaders(): void {
    this.#beginImplicitly();
    this.#response.flushHeaders();
  }

  override write(...given: readonly unknown[]): boolean {
    this.#beginImplicitly();
    const isDrained: boolean = Reflect.apply(this.#response.write, this.#response, given.map(calledOutside));
    if (!isDrained) this.#response.once('drain', () => runOutside(() => this.emit('drain')));
    return isDrained;
  }

  override end(...given: readonly unknown[]): this {
    if (isEnded(this.#response) && !this.#response.writableEnded) return this;
    this.#beginImplicitly();
    if (!this.#endsEncoded(given)) Reflect.apply(this.#response.end, this.#response, given.map(calledOutside));
    this.finished = isEnded(this.#response);
    return this;
  }

  override addTrailers(...[trailers]: Parameters<ServerResponse['addTrailers']>): void {
    this.#response.addTrailers(trailers);
  }

  override writeContinue(callback?: () => void): void {
    this.#response.writeContinue(callback && (() => runOutside(callback)));
  }

  override writeProcessing(callback?: () => void): void {
    this.#response.writeProcessing(callback && (() => runOutside(callback)));
  }

  override writeEarlyHints({ link = [] }: Readonly<Record<string, string | string[]>>, callback?: () => void): void {
    this.#response.writeEarlyHints({ link }, callback && (() => runOutside(callback)));
  }

  override cork(): void {
    this.#response.cork();
  }

  override uncork(): void {
    this.#response.uncork();
  }

  /** Compresses a whole body for the client. A streamed one stays as it is. */
  #endsEncoded(given: readonly unknown[]): boolean {
    if (this.#encoding === undefined) return false;
    const [body, done] = [bytesOf(given[0], given[1]), given.find((each) => typeof each === 'function')];
    if (body === undefined && this.req.method !== 'HEAD') return false;
    if (!endEncoded(this.#response, this.#encoding, body)) return false;
    if (done !== undefined) this.#response.once('finish', () => runOutside(() => Reflect.apply(done, undefined, [])));
    return true;
  }

  #beginImplicitly(): void {
    if (this.#response.headersSent) return;
    this.#isImplicit = true;
    try {
      // Middleware replaces this method on the instance to learn of the head.
      this.writeHead(this.statusCode);
    } finally {
      this.#isImplicit = false;
    }
  }

  /** The headers of `writeHead`: an object, a flat list, or pairs. */
  #setListed(headers: unknown): void {
    if (Array.isArray(headers)) {
      const list: readonly unknown[] = headers.some(Array.isArray) ? headers.flat() : headers;
      const pairs = list.flatMap((name, at) => (at % 2 === 0 ? [[name, list[at + 1]] as const] : []));
      for (const [name] of pairs) this.removeHeader(String(name));
      for (const [name, value] of pairs) Reflect.apply(this.appendHeader, this, [name, value]);
    } else if (typeof headers === 'object' && headers !== null) {
      for (const [name, value] of Object.entries(headers)) Reflect.apply(this.setHeader, this, [name, value]);
    }
  }

  #shownCookies(): string | string[] | undefined {
    const all = this.#response.getHeader('set-cookie');
    if (!Array.isArray(all)) return all === undefined || isGatewayCookie(String(all)) ? undefined : String(all);
    const shown = all.filter((cookie) => !isGatewayCookie(cookie));
    return shown.length > 0 ? shown : undefined;
  }

  #refuses(name: string): boolean {
    if (typeof name !== 'string' || !gatewayFields.has(name.toLowerCase())) return false;
    this.#onRefused(name.toLowerCase());
    return true;
  }

  #keptCookies<Text>(cookies: readonly Text[]): Text[] {
    return cookies.filter((cookie) => {
      const isKept = !isGatewayCookie(String(cookie));
      if (!isKept) this.#onRefused('set-cookie');
      return isKept;
    });
  }

  /** Replaces all cookies but those of the gateway. Throws as Node does for a value that no header can have. */
  #setCookies(name: string, value: number | string | readonly string[]): void {
    const given = [value].flat();
    const kept = this.#keptCookies(given);
    const own = [this.#response.getHeader('set-cookie') ?? []].flat().filter((each) => isGatewayCookie(String(each)));
    if (own.length === 0 && kept.length === given.length && given.length > 0) this.#response.setHeader(name, value);
    else if (own.length + kept.length === 0) this.#response.removeHeader(name);
    else this.#response.setHeader(name, [...own, ...kept].map(String));
  }
}

/** Getters of Node that the gateway's response answers. */
const readThrough = [
  'headersSent',
  'writableEnded',
  'writableFinished',
  'writableNeedDrain',
  'errored',
  'closed',
] as const;
const writtenThrough = ['statusCode', 'statusMessage'] as const;

function isCookieField(name: string): boolean {
  return typeof name === 'string' && name.length === 10 && name.toLowerCase() === 'set-cookie';
}

/** A callback among the arguments of `write` or `end`. */
function calledOutside(given: unknown): unknown {
  if (typeof given !== 'function') return given;
  return (...results: readonly unknown[]): void => runOutside(() => Reflect.apply(given, undefined, results));
}

/** The chunk that an extension passes to `end`. */
function bytesOf(chunk: unknown, charset: unknown): Buffer | undefined {
  if (typeof chunk === 'string')
    return Buffer.from(chunk, typeof charset === 'string' && Buffer.isEncoding(charset) ? charset : 'utf8');
  return chunk instanceof Uint8Array ? Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength) : undefined;
}
