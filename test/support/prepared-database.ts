/**
 * Databases with a shop's tables and demonstration data. The first is made as a gateway makes it. The next ones are
 * copies of it, which PostgreSQL makes in a moment.
 */
import { createHash } from 'node:crypto';
import { createLogger } from '#base';
import type { Config } from '#config';
import { discoverExtensions, type ExtensionManifest } from '#extensions';
import type { TemporaryDatabase } from '#postgres';
import { openDatabase } from '#postgres';
import { createDatabase, databaseNamed } from './shared-server.ts';

/** A name that gateways use one after another, since the names of roles contain that of the database. */
interface Slot {
  readonly name: string;
  isFree: boolean;
  /** The database of which the others are copies; undefined before the first. */
  template: string | undefined;
}

/** Extensions are read before their database is known. */
const anyAddress = 'postgresql://localhost/any';

/** By what is in the database. */
const slots = new Map<string, Slot[]>();

export interface PreparedOptions {
  /** With demonstration data. */
  readonly seeded: boolean;
  /** The shop's configuration, with this address of a database. */
  readonly configOf: (databaseUrl: string) => Promise<Config>;
}

/** A database that is ready for this shop. An empty one when something is wrong with the shop: its start says what. */
export async function preparedDatabase({ seeded, configOf }: PreparedOptions): Promise<TemporaryDatabase> {
  const config = await configOf(anyAddress);
  const { manifests, findings } = await discoverExtensions(config);
  if (findings.some(({ severity }) => severity === 'error')) return createDatabase();
  const slot = freeSlot(keyOf(config, manifests, seeded));
  try {
    const database = await databaseNamed(slot.name, slot.template);
    if (slot.template === undefined) {
      await prepare(await configOf(database.url), manifests, seeded);
      await databaseNamed(`${slot.name}_template`, slot.name);
      slot.template = `${slot.name}_template`;
    }
    return {
      url: database.url,
      async drop() {
        await database.drop();
        slot.isFree = true;
      },
    };
  } catch {
    // Its name stays in use, and is not asked for again.
    return createDatabase();
  }
}

async function prepare(config: Config, manifests: readonly ExtensionManifest[], seeded: boolean): Promise<void> {
  const database = await openDatabase(config, { logger: createLogger('silent') });
  try {
    await database.migrate(manifests);
    if (seeded) await database.seed(manifests);
  } finally {
    await database.close();
  }
}

function freeSlot(key: string): Slot {
  const known = slots.get(key) ?? [];
  const free = known.find(({ isFree }) => isFree);
  if (free !== undefined) {
    free.isFree = false;
    return free;
  }
  const slot: Slot = { name: `shop_${process.pid}_${key}_${known.length}`, isFree: false, template: undefined };
  slots.set(key, [...known, slot]);
  return slot;
}

function keyOf({ database }: Config, manifests: readonly ExtensionManifest[], seeded: boolean): string {
  const files = manifests.map(({ id, migrations, seeds }) => [
    id,
    ...[migrations, seeds].map((sql) => sql.map(({ name, text }) => [name, text])),
  ]);
  const { isolation, adminUrl } = database;
  const content = JSON.stringify([isolation, adminUrl, seeded, files]);
  return createHash('sha256').update(content).digest('hex').slice(0, 10);
}
