import { type AdminServices, createWorkerMetrics, type Health, mergeOverviews, mergeSlowest } from '#admin';
import { compareText, RequestError } from '#base';
import type { DatabaseServer } from '#postgres';
import { type Generations, serveRequest } from '#server';
import type { Telemetry } from '#telemetry';
import type { WorkerCalls } from './calls.ts';
import type { WorkerHost } from './worker-host.ts';
import type { WorkerPool } from './worker-pool.ts';

export interface ShownWorkers {
  readonly pool: WorkerPool;
  readonly host: WorkerHost;
  readonly generations: Generations;
  readonly database: DatabaseServer;
  readonly telemetry: Telemetry;
}

/** How long probes and scrapes wait for a worker, in milliseconds. */
const answerMs = 500;

/** How long the console does. It goes without a worker that is busy for longer. */
const consoleMs = 2_000;

/** Shows all workers on the admin port: their metrics, and the console. Checks them. */
export function showWorkers({ health, show }: AdminServices, workers: ShownWorkers): void {
  const { pool, host, generations, database, telemetry } = workers;
  show({
    database,
    serve: serveRequest,
    metrics: createWorkerMetrics({ telemetry, health, postgres: database.version, scrape: createScrape(pool) }),
    sources: () => ({
      config: () => host.serving.config,
      overview: () => readAll(workers, health),
      map: async () => (await askAll(pool, ({ process }) => process.ask('map')))[0] ?? refuse(),
      errors: async () => {
        const all = [telemetry.errors.list(), ...(await askAll(pool, ({ process }) => process.ask('errors')))];
        return all.flat().toSorted((a, b) => compareText(b.at, a.at));
      },
      slowest: async () => mergeSlowest(await askAll(pool, ({ process }) => process.ask('slowest'))),
      records: database.latestRecords,
      settings: () => database.settings.changes(),
      query: database.query,
      mails: async () =>
        (await askAll(pool, ({ process }) => process.ask('mails'))).find((mails) => mails !== undefined),
      generations,
      telemetry,
    }),
  });
  // One worker is enough: it gets all requests while the others are replaced.
  health.watch('workers', async () => {
    const answers = await pool.ask(({ process }) => process.ask('ping'), answerMs);
    return answers.size > 0 ? undefined : `none of ${pool.slots.length} answers`;
  });
}

/** Reads the metrics of all workers. One that is silent keeps the values of its last answer. */
function createScrape(pool: WorkerPool) {
  const last = new Map<number, { values: Awaited<ReturnType<WorkerCalls['metrics']>>; readAt: number }>();
  return async () => {
    const answers = await pool.ask(({ process }) => process.ask('metrics'), answerMs);
    const readAt = Date.now();
    for (const [number, values] of answers) last.set(number, { values, readAt });
    return pool.slots.map(({ number, replaced }) => {
      const { values, readAt: at } = last.get(number) ?? {};
      return { number, replaced, isUp: answers.has(number), values, readAt: at };
    });
  };
}

async function readAll({ pool, host, telemetry }: ShownWorkers, health: Health) {
  const [first = refuse(), ...others] = await askAll(pool, ({ process }) => process.ask('overview'));
  return await mergeOverviews([first, ...others], [host.serving.generation, telemetry, health]);
}

async function askAll<Answer>(
  pool: WorkerPool,
  question: (slot: WorkerPool['slots'][number]) => Promise<Answer>,
): Promise<readonly Answer[]> {
  return [...(await pool.ask(question, consoleMs)).values()];
}

function refuse(): never {
  throw new RequestError('UNAVAILABLE', 503, 'No worker answers at this time.', { 'Retry-After': '1' });
}
