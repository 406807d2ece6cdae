import { errorMessage, type Finding, isObject, StartupError } from '#base';

/** The functions that one process offers to the other, by name. */
type Calls = Readonly<Record<string, (...input: never[]) => unknown>>;

/** One end of the messages between two processes. */
export interface Port {
  /** Calls `failed` when the message cannot be sent. */
  send(message: object, failed: (error: Error) => void): void;
  onMessage(listener: (message: unknown) => void): void;
}

interface Request {
  readonly kind: 'request';
  readonly id: number;
  readonly name: string;
  readonly input: readonly never[];
}

interface Reply {
  readonly kind: 'reply';
  readonly id: number;
  readonly output: never;
  readonly error: { readonly message: string; readonly findings: readonly Finding[] | undefined } | undefined;
}

interface Pending {
  readonly resolve: (output: never) => void;
  readonly reject: (error: Error) => void;
}

/** Calls the functions of another process, and answers its calls. */
export class Channel<Theirs extends Calls> {
  readonly #port: Port;
  readonly #own: Calls;
  readonly #pending = new Map<number, Pending>();
  #last = 0;
  #closed: Error | undefined;

  constructor(port: Port, own: Calls) {
    this.#port = port;
    this.#own = own;
    port.onMessage((message) => {
      if (!isMessage(message)) return;
      if (message.kind === 'request') void this.#answer(message);
      else this.#settle(message);
    });
  }

  /**
   * Calls a function of the other process. Rejects with the StartupError that it throws, with an Error of the same
   * message when it throws another one, and when the channel closes.
   */
  ask<Name extends keyof Theirs & string>(
    name: Name,
    ...input: Parameters<Theirs[Name]>
  ): Promise<Awaited<ReturnType<Theirs[Name]>>> {
    return new Promise((resolve, reject) => {
      if (this.#closed !== undefined) return reject(this.#closed);
      const id = ++this.#last;
      this.#pending.set(id, { resolve, reject });
      this.#port.send({ kind: 'request', id, name, input }, (error) => {
        this.#pending.delete(id);
        reject(error);
      });
    });
  }

  /** The other process is gone: all calls that wait for it are rejected. */
  close(error: Error): void {
    this.#closed = error;
    for (const { reject } of this.#pending.values()) reject(error);
    this.#pending.clear();
  }

  async #answer({ id, name, input }: Request): Promise<void> {
    const reply = await this.#run(name, input).then(
      (output) => ({ kind: 'reply', id, output }),
      (error: unknown) => {
        const findings = error instanceof StartupError ? error.findings : undefined;
        return { kind: 'reply', id, error: { message: errorMessage(error), findings } };
      },
    );
    // A process that is gone needs no answer.
    this.#port.send(reply, () => undefined);
  }

  async #run(name: string, input: readonly never[]): Promise<unknown> {
    const own = this.#own[name];
    if (own === undefined) throw new Error(`the other process has no "${name}"`);
    return await own(...input);
  }

  #settle({ id, output, error }: Reply): void {
    const pending = this.#pending.get(id);
    this.#pending.delete(id);
    if (error === undefined) pending?.resolve(output);
    else pending?.reject(error.findings === undefined ? new Error(error.message) : new StartupError(error.findings));
  }
}

// Both processes run the same code, and other processes cannot write to the channel. So a kind is proof enough.
function isMessage(message: unknown): message is Request | Reply {
  return isObject(message) && (message.kind === 'request' || message.kind === 'reply');
}
