import { type ChildProcess as NodeChild, spawn } from 'node:child_process';
import type { Socket } from 'node:net';
import { type ExtensionId, errorMessage, type Finding } from '#base';
import type { DatabaseServer, Trouble } from '#postgres';
import { stopMs } from '../running/extension-life.ts';
import type { ServeData } from '../wire/serve-data.ts';
import { childCommand, type ProcessSettings } from './child-command.ts';
import { type ChildLog, logOutput } from './child-output.ts';
import type { WallTools } from './find-walls.ts';
import { type FromChild, isFromChild, type ToChild } from './messages.ts';
import { connectPair } from './socket-pair.ts';

type HandConnection = DatabaseServer['handed']['hand'];
type AskDatabase = Extract<FromChild, { readonly kind: 'askDatabase' }>;

/** Undefined while it is being opened. */
interface Handed {
  readonly isExtra: boolean;
  connection: Awaited<ReturnType<HandConnection>> | undefined;
}

/** What the gateway does for a child, which cannot do it itself. */
export interface ChildHost {
  /** Opens a connection to PostgreSQL. Rejects with the error for the extension. */
  handDatabase(options: Parameters<HandConnection>[1]): ReturnType<HandConnection>;
  /** Makes a round trip to PostgreSQL. */
  pingDatabase(): Promise<void>;
  /** Answers what the extension asks on this connection. */
  answerQuestions(socket: Socket): void;
  /** PostgreSQL is slow or away for the child, or well again. */
  onTrouble(trouble: Trouble): void;
  /** Learns of each statement. Undefined: nothing wants to know. */
  readonly onQuery: ((text: string) => void) | undefined;
}

export interface ChildParts {
  readonly extension: ExtensionId;
  /** The files that it may read. It runs the first. */
  readonly files: readonly string[];
  readonly settings: ProcessSettings;
  readonly tools: WallTools;
  readonly data: ServeData;
  /** The most connections to PostgreSQL that it may ask for. */
  readonly connections: number;
  readonly log: ChildLog;
  readonly host: ChildHost;
}

export interface ChildEnd {
  readonly code: number | null;
  readonly signal: string | null;
  /** Why the gateway ended it; undefined when it ended by itself. */
  readonly reason: string | undefined;
}

/** Whether a child serves, or why its modules do not load. */
export type ChildStart =
  | { readonly kind: 'ready' }
  | { readonly kind: 'failed'; readonly findings: readonly Finding[] };

/** One process that runs one extension. It gets its orders and its connections over Node's IPC channel. */
export class ChildProcess {
  readonly started: Promise<ChildStart>;
  readonly ended: Promise<ChildEnd>;
  readonly #parts: ChildParts;
  readonly #process: NodeChild;
  /** By the child's number. */
  readonly #database = new Map<number, Handed>();
  #hasEnded = false;
  /** The gateway's ends of the connections that the child has. */
  readonly #near = new Set<Socket>();
  /** Rejects for sockets on their way: a child that hangs takes none, and Node forgets those when it ends. */
  readonly #handing = new Set<(error: Error) => void>();
  readonly #start = Promise.withResolvers<ChildStart>();
  #reason: string | undefined;
  #pings = 0;
  #pongs = 0;
  #hasWarned = false;

  constructor(parts: ChildParts) {
    this.#parts = parts;
    const { files, settings, tools, log, data, connections } = parts;
    const { program, words } = childCommand(files, settings, tools);
    const { uid, env } = settings;
    this.#process = spawn(program, words, {
      env: { ...env },
      // Its own process group: a terminal's Ctrl-C is for the gateway, which then ends its children in order.
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      // Not `advanced`: V8's deserializer is not made for hostile input.
      serialization: 'json',
      cwd: '/',
      ...(uid === undefined ? {} : { uid, gid: uid }),
    });
    const { stdout, stderr } = this.#process;
    if (stdout !== null) logOutput(stdout, (line) => log.write('info', 'extension output', { line }));
    if (stderr !== null) logOutput(stderr, (line) => log.write('warn', 'extension output', { line }));
    this.started = this.#start.promise;
    this.ended = this.#waitForEnd();
    this.#process.on('message', (message: unknown) => this.#receive(message));
    this.#send({ kind: 'start', data, connections, tellsQueries: parts.host.onQuery !== undefined });
  }

  /** Of the process that the gateway started: with a PID namespace, the parent of the child. */
  get pid(): number {
    return this.#process.pid ?? 0;
  }

  /** How many pings have no answer yet. */
  get missed(): number {
    return this.#pings - this.#pongs;
  }

  ping(): void {
    this.#send({ kind: 'ping', id: ++this.#pings });
  }

  /** A new connection, on which the child answers calls. */
  async connect(): Promise<Socket> {
    const { near, far } = await connectPair();
    await this.#hand({ kind: 'calls' }, far, near);
    return near;
  }

  /** Ends it when its calls have ended, or after `ms`. */
  async drain(ms: number): Promise<void> {
    this.#reason ??= 'drained';
    this.#send({ kind: 'drain', ms });
    const graceMs = this.#parts.data.life === undefined ? drainGraceMs : stopMs + drainGraceMs;
    const late = setTimeout(() => this.kill('did not drain'), ms + graceMs);
    await this.ended;
    clearTimeout(late);
  }

  /** Ends it at once. */
  kill(reason: string): void {
    this.#reason ??= reason;
    this.#process.kill('SIGKILL');
  }

  async #waitForEnd(): Promise<ChildEnd> {
    const { promise, resolve } = Promise.withResolvers<Omit<ChildEnd, 'reason'>>();
    this.#process.once('exit', (code, signal) => resolve({ code, signal }));
    // It could not be started: there is no `exit`.
    this.#process.once('error', (error) => {
      this.#reason ??= errorMessage(error);
      if (this.#process.pid === undefined) resolve({ code: null, signal: null });
    });
    const end = { ...(await promise), reason: this.#reason };
    this.#hasEnded = true;
    for (const socket of this.#near) socket.destroy();
    for (const reject of this.#handing) reject(ended());
    for (const id of this.#database.keys()) this.#free(id);
    this.#start.resolve({ kind: 'failed', findings: [] });
    return end;
  }

  #receive(message: unknown): void {
    if (!isFromChild(message)) {
      if (!this.#hasWarned) this.#parts.log.write('warn', 'extension process sent what is no message', {});
      this.#hasWarned = true;
      return;
    }
    this.#handle(message).catch((error: unknown) => {
      if ('id' in message) this.#send({ kind: 'refused', id: message.id, message: errorMessage(error) });
    });
  }

  async #handle(message: FromChild): Promise<void> {
    const { log, host } = this.#parts;
    switch (message.kind) {
      case 'ready':
        return this.#start.resolve({ kind: 'ready' });
      case 'failed':
        return this.#start.resolve(message);
      case 'pong':
        this.#pongs = Math.min(message.id, this.#pings);
        return;
      case 'log':
        return log.write(message.level, message.event, ownFields(message.fields));
      case 'trouble':
        return host.onTrouble({ began: message.began, ended: message.ended });
      case 'query':
        return host.onQuery?.(message.text);
      case 'askGateway': {
        const { near, far } = await connectPair();
        host.answerQuestions(near);
        await this.#hand({ kind: 'gateway', id: message.id }, far, near);
        return;
      }
      case 'askDatabase':
        return await this.#handDatabase(message);
      case 'closedDatabase':
        if (this.#database.get(message.id)?.connection !== undefined) this.#free(message.id);
        return;
      case 'pingDatabase':
        await host.pingDatabase();
        this.#send({ kind: 'done', id: message.id });
    }
  }

  async #handDatabase({ id, refused, isExtra }: AskDatabase): Promise<void> {
    const { host, connections } = this.#parts;
    if (this.#database.has(id)) throw new Error('this number has a connection');
    const extra = [...this.#database.values()].filter((one) => one.isExtra).length;
    if (this.#database.size >= connections + mostExtra || (isExtra && extra >= mostExtra))
      throw new Error('the process has all its connections');
    const handed: Handed = { isExtra, connection: undefined };
    this.#database.set(id, handed);
    try {
      const giveBack = (): void => this.#send({ kind: 'giveBack' });
      const connection = await host.handDatabase({ refused, isExtra, giveBack });
      handed.connection = connection;
      if (this.#database.get(id) !== handed) throw ended();
      await this.#hand({ kind: 'database', id, login: connection.login }, connection.socket, undefined);
    } catch (error) {
      this.#free(id, handed);
      throw error;
    }
  }

  #free(id: number, handed = this.#database.get(id)): void {
    if (this.#database.get(id) === handed) this.#database.delete(id);
    handed?.connection?.socket.destroy();
    handed?.connection?.release();
  }

  /** Gives the child a socket. This process then has no hold of it. */
  async #hand(message: ToChild, far: Socket, near: Socket | undefined): Promise<void> {
    if (near !== undefined) {
      this.#near.add(near);
      near.once('close', () => this.#near.delete(near));
      // The connection's user has its own listener, which it adds later.
      near.on('error', () => near.destroy());
    }
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    this.#handing.add(reject);
    try {
      // The channel may stay open for a moment after the end. What is sent then would wait for ever.
      if (this.#hasEnded || !this.#process.connected) throw ended();
      this.#process.send(message, far, {}, (error) => (error === null ? resolve() : reject(error)));
      await promise;
    } catch (error) {
      near?.destroy();
      far.destroy();
      throw error;
    } finally {
      this.#handing.delete(reject);
    }
  }

  #send(message: ToChild): void {
    if (!this.#process.connected) return;
    // A child that has just ended gets no more messages.
    this.#process.send(message, () => undefined);
  }
}

/** Connections besides those for statements: for a cancel request, and for a look whether the server is back. */
const mostExtra = 4;

/** Milliseconds for a child to end itself after its time to drain. */
const drainGraceMs = 500;

function ended(): Error {
  return Object.assign(new Error('the process of the extension has ended'), { code: 'ECONNREFUSED' });
}

/** Keys that each log line has already. Most readers of JSON take the last of two equal keys. */
const taken: ReadonlySet<string> = new Set(['level', 'time', 'msg', 'extension']);

function ownFields(fields: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [taken.has(name) ? `${name}_` : name, value]),
  );
}
