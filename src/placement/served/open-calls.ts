import { RequestError } from '#base';

/** A task that runs: its context. */
interface OpenTask {
  giveUp(reason: RequestError): void;
}

/** In milliseconds, for tasks to end whose signal was aborted. The gateway waits twice as long for a process. */
const taskGraceMs = 250;

/** The calls of an extension that run. */
export class OpenCalls {
  readonly #tasks = new Set<OpenTask>();
  #count = 0;
  #ended: (() => void) | undefined;

  get count(): number {
    return this.#count;
  }

  /** Counts a call while it runs. Settles as the call does. */
  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    this.#count++;
    try {
      return await work();
    } finally {
      this.#count--;
      if (this.#count === 0) this.#ended?.();
    }
  }

  /** Knows a task while it runs. Settles as the task does. */
  async runTask(task: OpenTask, work: Promise<void>): Promise<void> {
    this.#tasks.add(task);
    try {
      await work;
    } finally {
      this.#tasks.delete(task);
    }
  }

  /** Resolves when no call runs, or after `ms` milliseconds: tasks are aborted then, and get a moment to end. */
  async drain(ms: number): Promise<void> {
    if ((await this.#haveEnded(ms)) || this.#tasks.size === 0) return;
    for (const task of this.#tasks) task.giveUp(new RequestError('UNAVAILABLE', 503, 'The extension is stopping.'));
    await this.#haveEnded(taskGraceMs);
  }

  /** Resolves with whether no call runs any longer. */
  async #haveEnded(ms: number): Promise<boolean> {
    if (this.#count === 0) return true;
    return await new Promise((resolve) => {
      const timer = setTimeout(() => resolve(false), ms);
      this.#ended = () => {
        clearTimeout(timer);
        resolve(true);
      };
    });
  }
}
