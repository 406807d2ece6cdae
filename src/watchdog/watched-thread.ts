import { type HeapProfiler, Session } from 'node:inspector';
import { type Frame, isFrame } from './bundle-frames.ts';

/** What the watched thread runs, seen from within. */
export interface Look {
  /** Whether a debugger may have paused it. */
  readonly debugged: boolean;
  /** By the asynchronous context. */
  readonly extension: string | undefined;
  readonly frames: readonly Frame[];
}

/** The global property with the functions that the inspector calls. */
export const hooksKey = Symbol.for('stoa.watchdog');

/** What the watched thread offers. The inspector can only evaluate text, so the results are texts too. */
export interface WatchdogHooks {
  /** A Look as JSON. `blocked`: the thread has not turned for a second. */
  look(blocked: boolean): string;
  /** Bytes. */
  heapUsed(): number;
  exit(code: number): void;
}

/** The main thread, reached through the inspector. V8 answers between two instructions, also of an endless loop. */
export class WatchedThread {
  /** Whether this Node survives the connection: Node 22 fails an assertion of its own. */
  static readonly isReachable = Number(process.versions.node.split('.')[0]) >= 24;

  #session: Session | undefined;

  /** Looks at what the thread runs. Answers late, or never, while it waits in a system call. */
  look(options: { readonly blocked: boolean }, answer: (look: Look) => void): void {
    this.#call(`look(${options.blocked})`, (value) => {
      const look: unknown = JSON.parse(String(value));
      if (isLook(look)) answer(look);
    });
  }

  heapUsed(answer: (bytes: number) => void): void {
    this.#call('heapUsed()', (value) => answer(Number(value)));
  }

  /** Ends the process with an exit code. */
  exit(code: number): void {
    this.#call(`exit(${code})`, () => undefined);
  }

  startSampling(): void {
    this.#open()?.post('HeapProfiler.startSampling', { samplingInterval });
  }

  stopSampling(): void {
    this.#open()?.post('HeapProfiler.stopSampling');
  }

  /** The live objects that were allocated since `startSampling`, by the stack that allocated them. */
  heapProfile(answer: (head: HeapProfiler.SamplingHeapProfileNode) => void): void {
    this.#open()?.post('HeapProfiler.getSamplingProfile', (error, outcome) => {
      if (error === null) answer(outcome.profile.head);
    });
  }

  close(): void {
    this.#session?.disconnect();
    this.#session = undefined;
  }

  /** Calls one of the hooks. A refusal means that the watchdog is being closed. */
  #call(text: string, answer: (value: unknown) => void): void {
    const expression = `globalThis[Symbol.for('stoa.watchdog')].${text}`;
    this.#open()?.post('Runtime.evaluate', { expression, returnByValue: true }, (error, outcome) => {
      if (error === null && outcome.exceptionDetails === undefined) answer(outcome.result.value);
    });
  }

  #open(): Session | undefined {
    if (!WatchedThread.isReachable) return undefined;
    if (this.#session === undefined) {
      this.#session = new Session();
      this.#session.connectToMainThread();
    }
    return this.#session;
  }
}

/** Bytes between two samples: at 100 MB a second some 200 samples, of microseconds each. */
const samplingInterval = 512 * 1024;

function isLook(value: unknown): value is Look {
  return (
    typeof value === 'object' &&
    value !== null &&
    'debugged' in value &&
    'frames' in value &&
    Array.isArray(value.frames) &&
    value.frames.every(isFrame)
  );
}
