import { Agent, request as httpRequest, type OutgoingHttpHeaders } from 'node:http';

export interface LoadRequest {
  readonly path: string;
  readonly method: 'GET' | 'POST';
  readonly headers: OutgoingHttpHeaders;
  readonly body: string;
  readonly expectedStatus: number;
}

/** What became of the requests. */
export interface LoadCounts {
  answered: number;
  /** Answered with another status than it should be. */
  wrong: number;
  /** No connection: nothing was accepted. */
  refused: number;
  /** Sent on a connection that had answered before, and lost. */
  lostOnKept: number;
  /** Sent on a new connection, and lost. */
  lostOnNew: number;
}

export interface SteadyLoad {
  readonly counts: LoadCounts;
  /** When the first connection was refused, by performance.now(). */
  readonly refusedAt: number | undefined;
  readonly latencies: readonly number[];
  /** Sends no more; resolves when nothing is under way. */
  stop(): Promise<void>;
}

/** Sends so many requests a second, in turn, whether the server keeps up or not; on kept connections, as a proxy would. */
export function startLoad(url: string, requests: readonly LoadRequest[], rate: number): SteadyLoad {
  // In turn, so that every connection is in use until the end.
  const agent = new Agent({ keepAlive: true, maxSockets: 64, scheduling: 'fifo' });
  const counts: LoadCounts = { answered: 0, wrong: 0, refused: 0, lostOnKept: 0, lostOnNew: 0 };
  const latencies: number[] = [];
  const underWay = new Set<Promise<void>>();
  const begun = performance.now();
  let sent = 0;
  let refusedAt: number | undefined;

  const sendDue = (): void => {
    const due = ((performance.now() - begun) / 1000) * rate;
    while (sent < due) {
      const next = requests[sent++ % requests.length];
      if (next === undefined) return;
      const work = send({ url, agent, next, counts, latencies }).then((isRefused) => {
        if (isRefused) refusedAt ??= performance.now();
        underWay.delete(work);
      });
      underWay.add(work);
    }
  };
  const timer = setInterval(sendDue, 2);
  return {
    counts,
    latencies,
    get refusedAt() {
      return refusedAt;
    },
    async stop() {
      clearInterval(timer);
      await Promise.all(underWay);
      agent.destroy();
    },
  };
}

interface Sending {
  readonly url: string;
  readonly agent: Agent;
  readonly next: LoadRequest;
  readonly counts: LoadCounts;
  readonly latencies: number[];
}

/** Whether the connection was refused. */
function send({ url, agent, next, counts, latencies }: Sending): Promise<boolean> {
  const begun = performance.now();
  return new Promise((resolve) => {
    const sent = httpRequest(url + next.path, { agent, method: next.method, headers: next.headers });
    const lose = (error: NodeJS.ErrnoException): void => {
      const isRefused = error.code === 'ECONNREFUSED';
      if (isRefused) counts.refused++;
      else if (sent.reusedSocket) counts.lostOnKept++;
      else counts.lostOnNew++;
      resolve(isRefused);
    };
    sent.once('error', lose);
    sent.once('response', (response) => {
      response.once('error', lose);
      response.once('end', () => {
        counts.answered++;
        if (response.statusCode !== next.expectedStatus) counts.wrong++;
        latencies.push(performance.now() - begun);
        resolve(false);
      });
      response.resume();
    });
    sent.end(next.body);
  });
}
