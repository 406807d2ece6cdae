/** A shop of this repository's gateway.yaml, with the demonstration's data, on a database of its own. */

import { createLogger, type ExtensionId } from '#base';
import { loadConfig } from '#config';
import { type RunningGateway, startGateway } from '#server';
import { connect, parseDatabaseUrl } from '../src/postgres/connection/connect.ts';
import { closeSharedServer, createShopDatabase } from '../test/support/shared-server.ts';
import { removeTestProjects, shopConfig } from '../test/support/test-project.ts';

export interface SentStatement {
  readonly extension: ExtensionId;
  readonly text: string;
}

export interface OwnShop extends AsyncDisposable {
  /** Its gateway.yaml. It trusts one proxy, so that each buyer has an address and a rate limit of its own. */
  readonly file: string;
  readonly databaseUrl: string;
  /** Opens it in this process, does the work, and closes it. Statements are noted until the next `splice`. */
  within<Result>(work: (shop: RunningGateway, statements: SentStatement[]) => Promise<Result>): Promise<Result>;
}

export async function openOwnShop(): Promise<OwnShop> {
  const file = await shopConfig((text) => text.replace('server: { ', 'server: { trustProxy: 1, '));
  const readingFor = (url: string) => ({
    environment: { ...process.env, DATABASE_URL: url },
    overrides: { port: 0, adminPort: 0 },
  });
  // The extensions are read before the database is known.
  const { url: databaseUrl, drop } = await createShopDatabase(
    await loadConfig(file, readingFor('postgresql://localhost/any')),
    true,
  );
  const reading = readingFor(databaseUrl);

  const within: OwnShop['within'] = async (work) => {
    const statements: SentStatement[] = [];
    const shop = await startGateway(await loadConfig(file, reading), {
      ...reading,
      logger: createLogger('warn'),
      development: false,
      onQuery: (extension, text) => void statements.push({ extension, text }),
    });
    try {
      return await work(shop, statements);
    } finally {
      await shop.close({ drainMs: 1_000 });
    }
  };

  await fillStock(databaseUrl);
  return {
    file,
    databaseUrl,
    within,
    [Symbol.asyncDispose]: async () => {
      await drop();
      await closeSharedServer();
      await removeTestProjects();
    },
  };
}

/** What sells out would be measured as a refusal. */
async function fillStock(url: string): Promise<void> {
  const admin = await connect(parseDatabaseUrl(url));
  try {
    await admin.query('update ext_stock.level set on_hand = 1000000');
  } finally {
    await admin.end();
  }
}
