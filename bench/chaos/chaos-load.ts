import { Agent } from 'node:http';
import { send } from '../rolling/load.ts';
import { type ChaosVisit, mistakeIn } from './visits.ts';

export interface Mistake {
  readonly visit: string;
  readonly what: string;
}

/** Sends so many requests a second, in turn, and judges each answer by who was in trouble while it was under way. */
export class ChaosLoad {
  readonly mistakes: Mistake[] = [];
  sent = 0;
  readonly #url: string;
  readonly #visits: readonly ChaosVisit[];
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 128, scheduling: 'fifo' });
  readonly #underWay = new Map<Promise<void>, Set<string>>();
  readonly #timer: NodeJS.Timeout;
  #troubled: ReadonlySet<string> = new Set();

  constructor(url: string, visits: readonly ChaosVisit[], rate: number) {
    this.#url = url;
    this.#visits = visits;
    const begun = performance.now();
    this.#timer = setInterval(() => {
      const due = ((performance.now() - begun) / 1000) * rate;
      while (this.sent < due) this.#start(this.sent++);
    }, 5);
  }

  /** These extensions are in trouble from now on. */
  begin(...extensions: readonly string[]): void {
    this.#troubled = new Set(extensions);
    for (const troubled of this.#underWay.values()) for (const extension of extensions) troubled.add(extension);
  }

  /** No extension is in trouble any more, for requests that are sent from now on. */
  end(): void {
    this.#troubled = new Set();
  }

  /** Whether each visit about this extension is answered right now. */
  async isWell(extension: string): Promise<boolean> {
    const own = this.#visits.filter(({ subject, contains }) => subject.includes(extension) || extension in contains);
    const answers = own.map(async (visit) => mistakeIn(visit, await this.#send(visit), new Set()) === undefined);
    return (await Promise.all(answers)).every(Boolean);
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await Promise.all(this.#underWay.keys());
    this.#agent.destroy();
  }

  #start(index: number): void {
    const visit = this.#visits[index % this.#visits.length];
    if (visit === undefined) throw new Error('there is nothing to visit');
    const troubled = new Set(this.#troubled);
    const work = this.#send(visit)
      .then((answer) => mistakeIn(visit, answer, troubled))
      .catch((error: Error) => error.message)
      .then((what) => {
        if (what !== undefined) this.mistakes.push({ visit: visit.name, what });
        this.#underWay.delete(work);
      });
    this.#underWay.set(work, troubled);
  }

  #send({ path, method = 'GET', headers, body = '' }: ChaosVisit): ReturnType<typeof send> {
    return send(this.#url + path, { method, headers, body, agent: this.#agent });
  }
}
