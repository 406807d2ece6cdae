import { IncomingMessage, type Server } from 'node:http';
import type { Socket } from 'node:net';
import { type PlainHead, WholeRequest } from '../gateway/http/whole-request.ts';
import { readPlainHead } from './plain-head.ts';

/**
 * Has a server read most requests in one piece. Small ones come with a single read, head and body; Node's parser calls back four
 * times for each, and its stream takes a few turns for the body: a fifth of what an answer from memory costs. Here the bytes
 * are looked at first, and a request that is plain and whole goes to where the parser would have sent it, so that
 * everything from there on (time-outs, pipelining, the end of a connection) is Node's.
 * @param headBytes The longest head, in bytes.
 */
export function readWholeRequests(server: Server, headBytes: number): void {
  server.on('connection', (socket: Socket) => {
    const parser = parserOf(socket);
    const parse = listenerOf(socket);
    // A Node that does it otherwise reads all by itself.
    if (parser === undefined || parse === undefined || !('_addHeaderLines' in IncomingMessage.prototype)) return;
    const reader = new WholeRequestReader(socket, headBytes);
    const read = (bytes: Buffer): void => {
      // What had come before is no longer anybody's.
      if (socket.destroyed) return;
      const request = reader.read(bytes);
      if (request === undefined) parse(bytes);
      else parser.onIncoming(request, true);
    };
    const [hold] = socket.listeners('resume');
    // A listener for data makes Node read into JavaScript instead of into its parser. This one goes when Node takes off its own:
    // where it hands the connection over (an upgrade), and gives the parser to another one.
    socket.off('data', parse).on('data', Object.assign(read, { listener: parse }));
    // Node takes this off as well. It keeps a socket paused that others resume while its answers pile up.
    if (isListener(hold) && !socket.listeners('resume').includes(hold)) socket.on('resume', hold);
  });
}

/** Longer heads are not remembered: ten thousand connections may be open. */
const longestKept = 2048;

/**
 * Reads the requests of one connection. Where a message begins must never be in doubt: once there has been anything whose end is
 * not plain to see, all that follows belongs to Node's parser.
 */
class WholeRequestReader {
  readonly #socket: Socket;
  readonly #headBytes: number;
  #isPlain = true;
  /** The first request is the parser's in any case: until then its clock for slow clients runs. */
  #isFirst = true;
  /** Bytes of a body that the parser has begun to read. */
  #missing = 0;
  /** Most clients send the same head again and again. */
  #last: { readonly text: string; readonly head: PlainHead } | undefined;

  constructor(socket: Socket, headBytes: number) {
    this.#socket = socket;
    this.#headBytes = headBytes;
  }

  /** Undefined for bytes that are for the parser. */
  read(bytes: Buffer): WholeRequest | undefined {
    if (!this.#isPlain) return undefined;
    if (this.#missing > 0) {
      this.#expect(this.#missing - bytes.length);
      return undefined;
    }
    const { head, end } = this.#headIn(bytes);
    this.#expect(head === undefined ? -1 : end + head.bodyLength - bytes.length);
    if (head === undefined || !this.#isPlain || this.#missing > 0 || this.#isFirst) {
      this.#isFirst = false;
      return undefined;
    }
    return new WholeRequest(this.#socket, head, head.bodyLength === 0 ? undefined : bytes.subarray(end));
  }

  /** So many bytes are still to come; less than none of them are another message's, or nobody knows whose. */
  #expect(missing: number): void {
    this.#missing = missing;
    this.#isPlain = missing >= 0;
  }

  #headIn(bytes: Buffer): { readonly head: PlainHead | undefined; readonly end: number } {
    const last = this.#last;
    if (last !== undefined && bytes.toString('latin1', 0, last.text.length) === last.text)
      return { head: copyOf(last.head), end: last.text.length };
    const text = bytes.toString('latin1', 0, this.#headBytes);
    const end = text.indexOf('\r\n\r\n') + 4;
    // Whoever keeps a part of a text keeps all of it, the body too: hence one of the head's own.
    const own = end === text.length ? text : bytes.toString('latin1', 0, end);
    const head = end === 3 ? undefined : readPlainHead(own, end);
    this.#last = head === undefined || end > longestKept ? undefined : { text: own, head: copyOf(head) };
    return { head, end };
  }
}

// Whoever gets a request may do with its fields as he likes.
function copyOf(head: PlainHead): PlainHead {
  return { ...head, fields: head.fields.slice(), headers: { ...head.headers } };
}

/** Node's, of a connection: undocumented, but where it has always been. */
interface RequestParser {
  onIncoming(request: IncomingMessage, shouldKeepAlive: boolean): unknown;
}

function parserOf(socket: Socket): RequestParser | undefined {
  const parser: unknown = Reflect.get(socket, 'parser');
  return isParser(parser) ? parser : undefined;
}

function isParser(value: unknown): value is RequestParser {
  return typeof value === 'object' && value !== null && 'onIncoming' in value && typeof value.onIncoming === 'function';
}

type Listener = (bytes: Buffer) => void;

function listenerOf(socket: Socket): Listener | undefined {
  const [parse, ...others]: readonly unknown[] = socket.listeners('data');
  return others.length === 0 && isListener(parse) ? parse : undefined;
}

function isListener(listener: unknown): listener is Listener {
  return typeof listener === 'function';
}
