import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type RunningStoa, startStoa } from './run-stoa.ts';
import { createDatabase } from './shared-server.ts';
import { fixtureProject } from './test-project.ts';

export interface StoppingShop extends AsyncDisposable {
  readonly stoa: RunningStoa;
}

/** A shop whose handler for `POST /things` is this. `stop` is a key of `server`. */
export async function startStoppingShop(handler: string, { stop = '' } = {}): Promise<StoppingShop> {
  const file = await fixtureProject('small-shop');
  const text = await readFile(file, 'utf8');
  await writeFile(file, text.replace('server: { port: 0 }', `server: { port: 0, admin: { port: 0 }, ${stop} }`));
  await writeFile(join(dirname(file), 'extensions/things/api/addThing/[bodyParser]addThing.ts'), handler);
  const { url, drop } = await createDatabase();
  const stoa = startStoa(['start'], { file, environment: { DATABASE_URL: url } });
  return {
    stoa,
    async [Symbol.asyncDispose]() {
      await stoa.stop('SIGKILL');
      await drop();
    },
  };
}

export function addThing(address: string, query = ''): Promise<Response> {
  const headers = { 'content-type': 'application/json' };
  return fetch(`${address}/things${query}`, { method: 'POST', headers, body: '{"name":"a thing"}' });
}
