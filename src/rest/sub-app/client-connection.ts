import { AsyncResource } from 'node:async_hooks';
import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { ClientInfo } from '#base';

const outside = new AsyncResource('StoaExtension');

/** Runs an extension's listeners: in Node's own call, `executionAsyncResource()` would lead to the client's socket. */
export function runOutside(listeners: () => void): void {
  outside.runInAsyncScope(listeners);
}

/**
 * What an extension gets as `socket` of its request and response: where the client is, and how to leave it. The
 * client's own socket leads through Node's parser to the credentials of this request and of later ones.
 *
 * Emits 'close' when the exchange is over, and 'timeout' as documented for `net.Socket`.
 */
export class ClientConnection extends EventEmitter {
  readonly #client: ClientInfo;
  readonly #response: ServerResponse;
  /** They get each time-out, in this order. */
  #listening: readonly EventEmitter[] = [];

  constructor(client: ClientInfo, response: ServerResponse) {
    super();
    this.#client = client;
    this.#response = response;
  }

  /** The client's address as `request.ip` has it. Undefined once the client has disconnected. */
  get remoteAddress(): string | undefined {
    return this.#client.address === '' ? undefined : this.#client.address;
  }

  get remoteFamily(): 'IPv4' | 'IPv6' | undefined {
    if (this.remoteAddress === undefined) return undefined;
    return this.remoteAddress.includes(':') ? 'IPv6' : 'IPv4';
  }

  /** True for https, also when a proxy in front speaks it. */
  get encrypted(): boolean {
    return this.#client.protocol === 'https';
  }

  get destroyed(): boolean {
    return this.#response.destroyed;
  }

  get readable(): boolean {
    return !this.destroyed;
  }

  get writable(): boolean {
    return !this.destroyed;
  }

  get writableLength(): number {
    return this.#response.writableLength;
  }

  get writableHighWaterMark(): number {
    return this.#response.writableHighWaterMark;
  }

  /** Ends the client's connection. */
  destroy(error?: Error): this {
    this.#response.destroy(error);
    return this;
  }

  /** Throws Error: bytes on the connection that belong to no response would be taken for the next one. */
  write(): never {
    throw new Error('an extension cannot write to the connection: write to the response');
  }

  end(): this {
    return this.destroy();
  }

  /** In milliseconds. A time-out without a listener ends the connection, as in Node. */
  setTimeout(ms: number, onTimeout?: () => void): this {
    if (onTimeout !== undefined) this.once('timeout', onTimeout);
    this.#response.removeAllListeners('timeout').setTimeout(ms, () => {
      runOutside(() => {
        const heard = [...this.#listening, this].filter((each) => each.emit('timeout', this));
        if (heard.length === 0) this.destroy();
      });
    });
    return this;
  }

  /** Passes time-outs on to these, too. */
  passTimeouts(...listening: readonly EventEmitter[]): void {
    this.#listening = listening;
  }

  setNoDelay(): this {
    return this;
  }

  setKeepAlive(): this {
    return this;
  }

  ref(): this {
    return this;
  }

  unref(): this {
    return this;
  }
}
