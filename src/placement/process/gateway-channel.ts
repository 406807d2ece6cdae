import { Socket } from 'node:net';
import type { Logger } from '#base';
import type { HandedLogin } from '#postgres';
import { type FromChild, isToChild, type ToChild } from './messages.ts';

/** What the gateway sends without being asked. */
interface ChannelHandlers {
  start(order: Extract<ToChild, { readonly kind: 'start' }>): void;
  /** A connection on which the gateway calls the extension. */
  calls(socket: Socket): void;
  giveBack(): void;
  drain(ms: number): void;
  gone(): void;
}

/** The answer to a question: a connection, or only that it is done. */
interface Received {
  readonly socket: Socket | undefined;
  readonly login: HandedLogin | undefined;
}

type Question =
  | { readonly kind: 'askGateway' }
  | { readonly kind: 'askDatabase'; readonly refused: boolean; readonly isExtra: boolean }
  | { readonly kind: 'pingDatabase' };

/** The child's end of the channel to its gateway. */
export class GatewayChannel {
  /** The gateway writes its lines. */
  readonly logger = loggerOver(this, {});
  readonly #handlers: ChannelHandlers;
  readonly #asked = new Map<number, PromiseWithResolvers<Received>>();
  #count = 0;

  constructor(handlers: ChannelHandlers) {
    this.#handlers = handlers;
    process.on('message', (message: unknown, handle: unknown) => {
      const socket = handle instanceof Socket ? handle : undefined;
      if (isToChild(message)) this.#receive(message, socket);
    });
    process.on('disconnect', () => handlers.gone());
  }

  /** Sends a message. The gateway may have ended; then nothing is sent. */
  send(message: FromChild): void {
    if (process.connected) process.send?.(message, undefined, undefined, () => undefined);
  }

  /** Asks the gateway. Rejects with the reason why it refuses. The number names the connection of an answer. */
  async ask(question: Question): Promise<Received & { readonly id: number }> {
    const id = ++this.#count;
    const answer = Promise.withResolvers<Received>();
    this.#asked.set(id, answer);
    this.send({ ...question, id });
    try {
      return { ...(await answer.promise), id };
    } finally {
      this.#asked.delete(id);
    }
  }

  #receive(message: ToChild, socket: Socket | undefined): void {
    switch (message.kind) {
      case 'start':
        this.#handlers.start(message);
        return;
      case 'calls':
        if (socket !== undefined) this.#handlers.calls(socket);
        return;
      case 'gateway':
      case 'database':
      case 'done':
        this.#asked.get(message.id)?.resolve({ socket, login: 'login' in message ? message.login : undefined });
        return;
      case 'refused':
        this.#asked.get(message.id)?.reject(new Error(message.message));
        return;
      case 'ping':
        this.send({ kind: 'pong', id: message.id });
        return;
      case 'giveBack':
        this.#handlers.giveBack();
        return;
      case 'drain':
        this.#handlers.drain(message.ms);
    }
  }
}

function loggerOver(channel: GatewayChannel, own: Readonly<Record<string, unknown>>): Logger {
  const log =
    (level: 'debug' | 'info' | 'warn' | 'error') =>
    (event: string, fields: Readonly<Record<string, unknown>> = {}): void =>
      channel.send({ kind: 'log', level, event, fields: readable({ ...own, ...fields }) });
  return {
    debug: log('debug'),
    info: log('info'),
    warn: log('warn'),
    error: log('error'),
    child: (fields) => loggerOver(channel, { ...own, ...fields }),
  };
}

/** As pino writes an error: with what was added to it, such as its code. */
function plainError(error: Error): object {
  const { name: type, message, stack, cause } = error;
  return { ...error, type, message, stack, ...(cause === undefined ? {} : { cause }) };
}

/** The fields as JSON: errors with their stacks. A value that JSON cannot hold must not end the call that logs it. */
function readable(fields: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  try {
    return JSON.parse(
      JSON.stringify(fields, (_name, value: unknown) => (value instanceof Error ? plainError(value) : value)),
    );
  } catch {
    return { unreadable: Object.keys(fields) };
  }
}
