import { createSecretKey } from 'node:crypto';
import { type FaultyProxy, startFaultyProxy } from './faulty-proxy.ts';
import { freePort } from './free-port.ts';
import { type RunningStoa, startStoa } from './run-stoa.ts';
import { createDatabase } from './shared-server.ts';
import { startGateway, type TestGateway } from './start-gateway.ts';
import { fixtureProject } from './test-project.ts';

export const notesSecret = 'a secret that both sides of the notes have';

/** The shop of `served-shop`, whose extension `notes` is a process of `stoa serve` behind a proxy. */
export interface ServedShop extends AsyncDisposable {
  readonly shop: TestGateway;
  readonly proxy: FaultyProxy;
  readonly notes: RunningStoa;
  /** Where `stoa serve` listens. */
  readonly notesUrl: string;
  readonly key: ReturnType<typeof createSecretKey>;
}

/** `edit` changes the text of gateway.yaml. */
export async function startServedShop(edit?: (text: string) => string): Promise<ServedShop> {
  const [file, proxy, { url: databaseUrl, drop }, port] = await Promise.all([
    fixtureProject('served-shop', edit),
    startFaultyProxy(),
    createDatabase(),
    freePort(),
  ]);
  const environment = {
    DATABASE_URL: databaseUrl,
    NOTES_URL: proxy.url,
    NOTES_SECRET: notesSecret,
    SHOP_URL: `http://127.0.0.1:${port}`,
  };
  const notes = startStoa(['serve', 'notes', '--port', '0'], { file, environment });
  const notesUrl = await notes.waitFor(/is served at (\S+)/);
  proxy.target(notesUrl);
  const shop = await startGateway({ file, databaseUrl, environment, overrides: { port, adminPort: 0 } });
  return {
    ...{ shop, proxy, notes, notesUrl },
    key: createSecretKey(notesSecret, 'utf8'),
    async [Symbol.asyncDispose]() {
      notes.child.kill('SIGCONT');
      await shop[Symbol.asyncDispose]();
      await notes.stop('SIGKILL');
      await proxy[Symbol.asyncDispose]();
      await drop();
    },
  };
}
