import cluster, { type Worker } from 'node:cluster';
import { constants, setPriority } from 'node:os';
import { errorCode } from '#base';
import type { PrimaryCalls, WorkerCalls } from './calls.ts';
import { Channel } from './channel.ts';

/** The environment variable with a worker's number. */
export const numberVariable = 'STOA_WORKER_NUMBER';

export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** One worker as its primary sees it. */
export class WorkerProcess {
  readonly pid: number | undefined;
  readonly ended: Promise<Ended>;
  /** Resolves when the worker takes orders; rejects when it ends before. */
  readonly ready: Promise<void>;
  readonly #worker: Worker;
  readonly #channel: Channel<WorkerCalls>;

  /** Starts this command again as a worker. */
  constructor(number: number, own: Pick<PrimaryCalls, 'count'>) {
    // Round robin, whatever NODE_CLUSTER_SCHED_POLICY says: the system's own scheduling favours one worker.
    cluster.schedulingPolicy = cluster.SCHED_RR;
    cluster.setupPrimary({ serialization: 'advanced' });
    this.#worker = cluster.fork({ [numberVariable]: String(number) });
    this.pid = this.#worker.process.pid;
    const ready = Promise.withResolvers<void>();
    const ended = Promise.withResolvers<Ended>();
    this.ready = ready.promise;
    this.ended = ended.promise;
    this.#channel = new Channel<WorkerCalls>(portOf(this.#worker), { ...own, ready: () => ready.resolve() });
    const end = (how: Ended): void => {
      const error = new Error(`the worker has ended: ${describeEnd(how)}`);
      this.#channel.close(error);
      ready.reject(error);
      ended.resolve(how);
    };
    this.#worker.once('exit', (code: number | null, signal: NodeJS.Signals | null) => end({ code, signal }));
    // The process could not be started: no memory, too many processes.
    this.#worker.once('error', (error) => {
      this.#channel.close(error);
      ready.reject(error);
      if (this.pid === undefined) ended.resolve({ code: null, signal: null });
    });
    this.ready.catch(() => undefined); // its caller sees it, if there is one
  }

  ask: Channel<WorkerCalls>['ask'] = (name, ...input) => this.#channel.ask(name, ...input);

  /** The worker gets no more connections. It finishes those that it has, and ends. Its replacement comes first. */
  retire(): void {
    this.#worker.disconnect();
    if (this.pid === undefined) return;
    try {
      setPriority(this.pid, constants.priority.PRIORITY_BELOW_NORMAL);
    } catch (error) {
      // It has just ended.
      if (errorCode(error) !== 'ERR_SYSTEM_ERROR') throw error;
    }
  }

  /** Ends the process at once. */
  kill(): void {
    this.#worker.process.kill('SIGKILL');
  }
}

/** The messages of a worker, in its primary and in the worker itself. */
export function portOf(worker: Worker): ConstructorParameters<typeof Channel>[0] {
  return {
    send: (message, failed) => {
      worker.send(message, (error) => {
        if (error !== null) failed(error);
      });
    },
    onMessage: (listener) => worker.on('message', (message: unknown) => listener(message)),
  };
}

/** For the log: why a worker ended, as far as its exit says. */
export function describeEnd({ code, signal }: Ended): string {
  if (signal === 'SIGKILL') return 'SIGKILL: an operator, or the system for want of memory';
  if (signal === 'SIGABRT' || code === 134) return 'it aborted: Node does so when its heap is full';
  if (signal !== null) return signal;
  if (code === 0) return 'it was asked to stop';
  return code === null ? 'it could not be started' : `exit code ${code}`;
}
