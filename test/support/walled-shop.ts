import { readdir } from 'node:fs/promises';
import { type StartOptions, startGateway, type TestGateway } from './start-gateway.ts';
import { waitUntil } from './wait-until.ts';

/** The shop of test/fixtures/walled-shop: three extensions, each in a process of its own. */
export interface WalledShop extends AsyncDisposable {
  readonly shop: TestGateway;
  /** The status and body of a fault of the mill, over REST. */
  fault(name: string): Promise<{ readonly status: number; readonly body: unknown }>;
  /** What an attempt of the prowler came to. */
  attempt(name: string, target?: string): Promise<{ readonly done?: unknown; readonly refused?: string }>;
  /** Asks until the mill answers again. Resolves with the milliseconds. */
  untilMillTurns(): Promise<number>;
  /** Whether the neighbour's route, field and part of the page are as ever. */
  shelfAnswers(): Promise<boolean>;
  /** The processes of an extension, as the gateway has logged them. */
  pids(extension: string): readonly number[];
}

export async function startWalledShop(options: StartOptions = {}): Promise<WalledShop> {
  const shop = await startGateway({ fixture: 'walled-shop', ...options });
  const post = (path: string, body: unknown) => shop.rest<object>('POST', path, { body });
  const fault = (name: string) => post(`/faults/${name}`, undefined);
  return {
    shop,
    fault,
    async attempt(name, target) {
      const query = target === undefined ? '' : `?target=${encodeURIComponent(target)}`;
      return { ...(await post(`/attempts/${name}${query}`, undefined)).body };
    },
    async untilMillTurns() {
      const started = performance.now();
      await waitUntil(async () => (await fault('none')).status === 200);
      return performance.now() - started;
    },
    async shelfAnswers() {
      const [rest, field, page] = await Promise.all([
        shop.rest<{ books: readonly unknown[] }>('GET', '/shelf'),
        shop.graphql<{ books: readonly string[] }>('{ books }'),
        fetch(`${shop.url}/`).then((response) => response.text()),
      ]);
      return rest.body.books.length === 1 && field.data?.books.length === 1 && page.includes('The Castle');
    },
    pids: (extension) =>
      shop.log
        .events('extension process started')
        .filter((entry) => entry.extension === extension)
        .map(({ pid }) => Number(pid)),
    [Symbol.asyncDispose]: () => shop[Symbol.asyncDispose](),
  };
}

/** The processes below another one, by /proc: those of a PID namespace too. */
export async function descendantsOf(pid: number): Promise<readonly number[]> {
  const { readFile } = await import('node:fs/promises');
  const all = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const parents = new Map<number, number>();
  for (const each of all) {
    const stat = await readFile(`/proc/${each}/stat`, 'utf8').catch(() => '');
    parents.set(each, Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]));
  }
  const below = (each: number): readonly number[] =>
    all.filter((one) => parents.get(one) === each).flatMap((one) => [one, ...below(one)]);
  return below(pid);
}
