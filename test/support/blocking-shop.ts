import { type RunningStoa, startStoa } from './run-stoa.ts';
import { createDatabase } from './shared-server.ts';
import { fixtureProject } from './test-project.ts';

/** The shop of test/fixtures/blocking-shop, whose extension "mill" makes mistakes. */
export interface BlockingShop extends AsyncDisposable {
  readonly stoa: RunningStoa;
  readonly address: string;
  /** Lets the mill make a mistake, in a handler or a resolver. The answer may never come. */
  fault(name: string, where?: 'handler' | 'resolver'): Promise<Response | undefined>;
  /** The next log line of an event, so far or to come. */
  line(event: string): Promise<Readonly<Record<string, unknown>>>;
}

export interface BlockingShopOptions {
  readonly exitMs?: number;
  readonly nodeOptions?: string;
}

/** The line of each fault in the fixture's faults.ts. */
export const faultLines: Readonly<Record<string, number>> = { loop: 9, pattern: 11, wait: 12, microtasks: 14 };
export const faultSource = /extensions\/mill\/src\/faults\.ts$/;

export async function startBlockingShop({ exitMs = 10_000, nodeOptions = '' }: BlockingShopOptions = {}) {
  const file = await fixtureProject('blocking-shop', (text) => text.replace('exitMs: 10000', `exitMs: ${exitMs}`));
  const { url, drop } = await createDatabase();
  const environment = { DATABASE_URL: url, NODE_OPTIONS: nodeOptions };
  const stoa = startStoa(['start'], { file, environment });
  const address = await stoa.waitFor(/http:\S+/);
  const post = (path: string, body?: unknown): Promise<Response | undefined> =>
    fetch(`${address}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: body === undefined ? null : JSON.stringify(body),
    }).catch(() => undefined);
  const seen = new Map<string, number>();
  const shop: BlockingShop = {
    stoa,
    address,
    fault: (name, where = 'handler') =>
      where === 'handler' ? post(`/faults/${name}`) : post('/graphql', { query: `{ mill(fault: "${name}") }` }),
    line: async (event) => {
      const count = (seen.get(event) ?? 0) + 1;
      seen.set(event, count);
      const line = `"msg":"${event}"}\n`;
      await stoa.waitFor(new RegExp(`(?:${line}[\\s\\S]*?){${count}}`), 'stderr');
      const lines = stoa.stderr().split('\n');
      return JSON.parse(lines.filter((each) => `${each}\n`.endsWith(line))[count - 1] ?? '');
    },
    async [Symbol.asyncDispose]() {
      await stoa.stop('SIGKILL');
      await drop();
    },
  };
  return shop;
}
