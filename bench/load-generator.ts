/**
 * The load of overload.ts and slow-extension.ts, as a process of its own. Open loop: requests are sent when their time has come,
 * whether or not earlier ones have been answered, and latency counts from the time at which a request should have been
 * sent. Closed loop (no rate): each connection sends its next request when the last one is answered.
 */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

export interface LoadTarget {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface LoadOrder {
  readonly host: string;
  readonly port: number;
  readonly targets: readonly LoadTarget[];
  readonly seconds: number;
  /** Requests a second; undefined for as fast as the connections allow. */
  readonly rate: number | undefined;
  readonly connections: number;
}

/** One second of the load, by when its requests were due. */
export interface LoadSecond {
  readonly good: readonly number[];
  readonly refused: readonly number[];
  /** Answers of other statuses, by status; 0 for a connection that broke. */
  readonly others: Readonly<Record<string, number>>;
  /** Refusals without Retry-After. */
  readonly rude: number;
  /** Due, but all connections were waiting. */
  readonly unsent: number;
}

type Second = {
  -readonly [Key in keyof LoadSecond]: LoadSecond[Key] extends readonly number[] ? number[] : LoadSecond[Key];
} & { others: Record<string, number> };

class Load {
  readonly #order: LoadOrder;
  readonly #texts: readonly string[];
  readonly #idle: Connection[] = [];
  readonly #seconds: Second[] = [];
  #start = 0;
  #open = 0;
  #count = 0;
  #due = 0;
  #waiting = 0;

  constructor(order: LoadOrder) {
    this.#order = order;
    this.#texts = order.targets.map((target) => textOf(target, order));
  }

  async run(): Promise<readonly LoadSecond[]> {
    const { rate, seconds, connections } = this.#order;
    // Before the time runs: what is measured is requests.
    await this.#connectAll();
    this.#start = performance.now();
    const isOver = (): boolean => performance.now() - this.#start >= seconds * 1000;
    if (rate === undefined) for (let index = 0; index < connections; index++) this.#send(performance.now());
    while (!isOver()) {
      if (rate !== undefined) this.#sendDue(rate);
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
    // What was sent gets a while to be answered.
    const end = performance.now() + 10_000;
    while (this.#waiting > 0 && performance.now() < end) await new Promise((resolve) => setTimeout(resolve, 20));
    return this.#seconds.slice(0, seconds);
  }

  #sendDue(rate: number): void {
    const until = ((performance.now() - this.#start) * rate) / 1000;
    for (; this.#due < until; this.#due++) this.#send(this.#start + (this.#due * 1000) / rate);
  }

  #send(due: number): void {
    const connection = this.#idleConnection() ?? this.#connect();
    const second = this.#secondOf(due);
    if (connection === undefined) {
      second.unsent++;
      return;
    }
    this.#waiting++;
    connection.send(this.#texts[this.#count++ % this.#texts.length] ?? '', (status, hasRetryAfter) => {
      this.#waiting--;
      const ms = performance.now() - due;
      if (status === 503) {
        second.refused.push(ms);
        if (!hasRetryAfter) second.rude++;
      } else if (status >= 200 && status < 400) second.good.push(ms);
      else second.others[status] = (second.others[status] ?? 0) + 1;
      if (connection.isUsable) this.#idle.push(connection);
      else this.#open--;
      const { rate, seconds } = this.#order;
      if (rate === undefined && performance.now() - this.#start < seconds * 1000) this.#send(performance.now());
    });
  }

  /** The server closes connections that have been idle for a while. */
  #idleConnection(): Connection | undefined {
    for (let found = this.#idle.shift(); found !== undefined; found = this.#idle.shift()) {
      if (found.isUsable) return found;
      this.#open--;
    }
    return undefined;
  }

  async #connectAll(): Promise<void> {
    for (let left = this.#order.connections; left > 0; left--) {
      const connection = this.#connect();
      if (connection === undefined) return;
      await connection.connected;
      this.#idle.push(connection);
    }
  }

  #connect(): Connection | undefined {
    if (this.#open >= this.#order.connections) return undefined;
    this.#open++;
    return new Connection(connect({ host: this.#order.host, port: this.#order.port, noDelay: true }));
  }

  #secondOf(due: number): Second {
    const index = Math.floor((due - this.#start) / 1000);
    const second = this.#seconds[index] ?? { good: [], refused: [], others: {}, rude: 0, unsent: 0 };
    this.#seconds[index] = second;
    return second;
  }
}

type OnAnswer = (status: number, hasRetryAfter: boolean) => void;

class Connection {
  isUsable = true;
  readonly connected: Promise<unknown>;
  readonly #socket: Socket;
  #received = '';
  #onAnswer: OnAnswer | undefined;

  constructor(socket: Socket) {
    this.#socket = socket;
    this.connected = once(socket, 'connect');
    socket.setEncoding('latin1');
    socket.on('data', (text: string) => this.#read(text));
    socket.on('error', () => socket.destroy());
    socket.on('close', () => {
      this.isUsable = false;
      this.#answer(0, false);
    });
  }

  send(text: string, onAnswer: OnAnswer): void {
    this.#onAnswer = onAnswer;
    this.#socket.write(text);
  }

  #read(text: string): void {
    this.#received += text;
    const end = this.#received.indexOf('\r\n\r\n');
    if (end === -1) return;
    const head = this.#received.slice(0, end).toLowerCase();
    const length = Number(/\ncontent-length: (\d+)/.exec(head)?.[1] ?? 0);
    if (this.#received.length < end + 4 + length) return;
    const status = Number(head.slice(9, 12));
    const isLast = /\nconnection: close/.test(head);
    this.#received = '';
    if (isLast) {
      this.isUsable = false;
      this.#socket.destroy();
    }
    this.#answer(status, head.includes('\nretry-after: '));
  }

  #answer(status: number, hasRetryAfter: boolean): void {
    const onAnswer = this.#onAnswer;
    this.#onAnswer = undefined;
    onAnswer?.(status, hasRetryAfter);
  }
}

function textOf({ method, path, headers, body }: LoadTarget, { host, port }: LoadOrder): string {
  const length: readonly string[] = body === '' ? [] : [`content-length: ${Buffer.byteLength(body)}`];
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return [`${method} ${path} HTTP/1.1`, `host: ${host}:${port}`, ...lines, ...length, '', body].join('\r\n');
}

process.on('message', (order: LoadOrder) => {
  void new Load(order).run().then((seconds) => {
    process.send?.(seconds);
  });
});
