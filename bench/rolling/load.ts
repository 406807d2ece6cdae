import { Agent, request as httpRequest, type IncomingHttpHeaders } from 'node:http';

/** One request of the load, and what its answer must be. */
export interface Visit {
  readonly kind: string;
  readonly method?: 'GET' | 'POST';
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Made for each request, where equal ones would count as one. */
  readonly body?: string | (() => string);
  readonly status: number;
  /** Text that the answer must contain. */
  readonly contains: string;
}

export interface Failure {
  readonly kind: string;
  readonly path: string;
  /** The status, or the error of the connection. */
  readonly what: string;
}

/** Counts of one phase, such as "replica 1 to N+1". */
export interface Phase {
  readonly name: string;
  sent: number;
  readonly byKind: Record<string, number>;
  readonly failures: Failure[];
  readonly latencies: number[];
}

const hashed = /\/assets\/[^"\s]+-[A-Z0-9]{8}\.(?:css|js)/g;
/** Style sheets and scripts of pages that were loaded before are asked for again, as a browser with an old page does. */
const rememberedAssets = 400;

/**
 * Sends so many requests a second, whether the shop keeps up or not. Half of them are for the style sheets and scripts
 * of pages: of the last ones, and of pages that were loaded in any phase before.
 */
export class RollingLoad {
  readonly phases: Phase[] = [];
  readonly #url: string;
  readonly #visits: readonly Visit[];
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 128, scheduling: 'fifo' });
  readonly #underWay = new Set<Promise<void>>();
  readonly #fresh: string[] = [];
  readonly #known = new Set<string>();
  readonly #timer: NodeJS.Timeout;
  #sent = 0;
  #turn = 0;

  constructor(url: string, { visits, rate }: { readonly visits: readonly Visit[]; readonly rate: number }) {
    this.#url = url;
    this.#visits = visits;
    const begun = performance.now();
    this.#timer = setInterval(() => {
      const due = ((performance.now() - begun) / 1000) * rate;
      while (this.#sent < due) this.#start(this.#next());
    }, 5);
  }

  /** All that is sent from now on counts for this phase. */
  begin(name: string): void {
    this.phases.push({ name, sent: 0, byKind: {}, failures: [], latencies: [] });
  }

  get knownAssets(): number {
    return this.#known.size;
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await Promise.all(this.#underWay);
    this.#agent.destroy();
  }

  #next(): Visit {
    this.#sent++;
    const known = [...this.#known];
    const asset = this.#sent % 2 === 0 ? (this.#fresh.shift() ?? known[this.#sent % known.length]) : undefined;
    if (asset !== undefined) return { kind: 'asset', path: asset, status: 200, contains: '' };
    const visit = this.#visits[this.#turn++ % this.#visits.length];
    if (visit === undefined) throw new Error('there is nothing to visit');
    return visit;
  }

  #start(visit: Visit): void {
    const phase = this.phases.at(-1);
    if (phase === undefined) return;
    phase.sent++;
    phase.byKind[visit.kind] = (phase.byKind[visit.kind] ?? 0) + 1;
    const begun = performance.now();
    const work = this.#send(visit)
      .then(({ status, text }) => {
        phase.latencies.push(performance.now() - begun);
        if (status !== visit.status) throw new Error(`${status}: ${text.slice(0, 200)}`);
        if (!text.includes(visit.contains)) throw new Error(`${status} without "${visit.contains}"`);
        for (const [path] of text.matchAll(hashed)) this.#remember(path);
      })
      .catch((error: Error) => {
        phase.failures.push({ kind: visit.kind, path: visit.path, what: error.message });
      })
      .finally(() => this.#underWay.delete(work));
    this.#underWay.add(work);
  }

  #remember(path: string): void {
    if (this.#fresh.length < 50) this.#fresh.push(path);
    if (this.#known.size < rememberedAssets) this.#known.add(path);
  }

  #send({ method = 'GET', path, headers, body }: Visit): Promise<{ readonly status: number; readonly text: string }> {
    const text = typeof body === 'function' ? body() : (body ?? '');
    return send(this.#url + path, { method, headers: headers ?? {}, body: text, agent: this.#agent });
  }
}

export interface SendOptions {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly agent?: Agent;
}

export async function send(
  url: string,
  { method, headers, body, agent }: SendOptions,
): Promise<{ readonly status: number; readonly text: string; readonly headers: IncomingHttpHeaders }> {
  return new Promise((resolve, reject) => {
    const sent = httpRequest(url, { method, headers, timeout: 30_000, ...(agent && { agent }) });
    sent.once('error', reject);
    sent.once('timeout', () => sent.destroy(new Error('no answer in 30 s')));
    sent.once('response', (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (piece) => {
        text += piece;
      });
      response.once('error', reject);
      response.once('end', () => resolve({ status: response.statusCode ?? 0, text, headers: response.headers }));
    });
    sent.end(body);
  });
}
