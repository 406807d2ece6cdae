import { readFileSync } from 'node:fs';
import { didYouMean, errorCode, errorFinding, type Finding, type Logger, StartupError, throwIfErrors } from '#base';
import { importBundle } from '#bundle';
import type { Config, ExtensionConfig } from '#config';
import type { ExtensionManifest } from '#extensions';
import { allSecrets, assemble, CurrentGateway } from '#gateway';
import {
  acceptGateway,
  createGatewayClient,
  createServedServer,
  createServeMetrics,
  isSigned,
  ServedExtension,
  serveDataOf,
  signingKeys,
  sourceOf,
} from '#placement';
import { type DatabaseServer, openDatabase } from '#postgres';
import { serveClients, timeoutsOf } from '#server';
import { authenticateClient } from './authenticate-client.ts';
import { type ListenAt, listenAt, type UrlPlacementConfig } from './listen-at.ts';
import { createServedGateway, servedHandlers } from './served-gateway.ts';

interface StartServedOptions {
  /** The extension's name in gateway.yaml. */
  readonly name: string;
  /** Where to listen, instead of the URL in gateway.yaml. */
  readonly at: ListenAt;
  readonly logger: Logger;
}

export interface RunningServed {
  /** `http://127.0.0.1:4001`, or `unix:/path`. */
  readonly url: string;
  /** Refuses further calls as "not begun", waits for the running ones for `drainMs` milliseconds, and closes. */
  close(options: { readonly readinessDelayMs: number; readonly drainMs: number }): Promise<void>;
}

/** In milliseconds, after the calls have ended: for their answers to be sent, and then for their statements to end. */
const graceMs = 800;

/** Serves one extension of gateway.yaml. Reads its neighbours' SDL, and runs no code of theirs. Throws StartupError. */
export async function startServed(config: Config, { name, at, logger }: StartServedOptions): Promise<RunningServed> {
  // 1. Find the extension, and read the shop around it.
  const { extension, placement } = findExtension(config, name);
  const { data, manifest, load } = await readShop(config, extension, logger);

  // 2. Open what its code needs.
  const keys = signingKeys(allSecrets(placement.secrets));
  const gateway =
    placement.gateway === undefined ? undefined : createGatewayClient(sourceOf(placement.gateway, undefined), keys[0]);
  const database = await openOwnDatabase(config, manifest, logger);
  const close = async (): Promise<void> => {
    await gateway?.close();
    await database?.close({ graceMs });
  };
  try {
    // 3. Load it, and run its start.
    const served = new ServedExtension({
      data,
      load,
      database: (signal, author, outbox) =>
        required(database, `the extension "${manifest.id}" has no migrations, so it has no database`).of(
          manifest.id,
          signal,
          author,
          outbox,
        ),
      accept: acceptGateway(keys),
      gateway: () => required(gateway, `the placement of "${manifest.id}" in gateway.yaml has no "gateway"`),
      metrics: createServeMetrics(manifest.id),
      logger,
    });
    const code = await served.start();
    throwIfErrors(code.description.findings);

    // 4. Listen, for the gateway and for other clients.
    const { hive, bearer } = placement.accept;
    const acceptsClients = hive !== undefined || bearer !== undefined;
    const { limits } = config.server;
    const authenticate = authenticateClient(
      { hive: hive && allSecrets(hive), bearer },
      { logger, bodyLimit: limits.body },
    );
    const server = createServedServer({ timeouts: timeoutsOf(limits), tls: tlsOf(at) });
    const clients = serveClients(server, {
      current: new CurrentGateway(await createServedGateway(config, { served, code, authenticate, logger, database })),
      handlers: servedHandlers({ served, code }),
      answerOther(request, response) {
        // Neither the gateway's nor about health. Without a signature, what is the gateway's is refused.
        if (acceptsClients && !isSigned(request) && request.url?.startsWith('/_stoa/') !== true) return false;
        void served.handle(request, response);
        return true;
      },
    });
    const url = await listenAt(server, { at, placement, config });
    logger.info('extension served', { extension: manifest.id, version: manifest.version, url });
    return {
      url,
      async close({ readinessDelayMs, drainMs }) {
        served.unready();
        await new Promise((resolve) => setTimeout(resolve, readinessDelayMs));
        await served.drain(drainMs);
        await clients.close({ drainMs: graceMs });
        await served.stop();
        await close();
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
}

function findExtension(
  config: Config,
  name: string,
): { readonly extension: ExtensionConfig; readonly placement: UrlPlacementConfig } {
  const extension = config.extensions.find((one) => one.name === name);
  if (extension === undefined) {
    const names = config.extensions.map((one) => one.name);
    const isDisabled = config.disabled.some((one) => one.name === name);
    const what = isDisabled ? `the extension "${name}" is not enabled` : `there is no extension "${name}"`;
    const fix = isDisabled ? 'Enable it in gateway.yaml.' : didYouMean(name, names);
    throw new StartupError([errorFinding('EXTENSION_NOT_FOUND', { where: { file: config.file }, what, fix })]);
  }
  const { placement, declaredAt } = extension;
  if (placement.kind === 'url') return { extension, placement };
  const what = `the extension "${name}" is placed ${placement.kind === 'process' ? 'in a process that the gateway starts' : 'in the gateway’s process'}, so no gateway would call this one`;
  const fix = `Write "placement: { url: http://${name}:4001, secret: \${...} }" there, for both sides.`;
  throw new StartupError([errorFinding('SERVE_NOT_PLACED', { where: declaredAt, what, fix })]);
}

async function readShop(config: Config, { name, timeoutMs, declaredAt }: ExtensionConfig, logger: Logger) {
  const { manifests, bundles, composition, findings, release } = await assemble(config, { only: name });
  // The SDL of neighbours may come from the sources of their `.meshrc.yaml`. Now it is read.
  await release();
  const [bundle] = bundles;
  const manifest = manifests.find(({ id }) => id === name);
  if (manifest === undefined || bundle === undefined) throw new Error(`${name} was not bundled`);
  if (manifest.mesh !== undefined) throw new StartupError([meshFinding(manifest, declaredAt)]);
  for (const { what, where } of findings) logger.warn('finding', { what, file: where.file });
  const data = serveDataOf({
    manifest,
    subgraph: composition.subgraphs.get(manifest.id),
    composition,
    timeoutMs: timeoutMs ?? config.calls.timeoutMs,
    bodyLimit: config.server.limits.body,
    shop: config.shop,
    addresses: {
      endpoints: manifests.flatMap(({ endpoints }) => endpoints),
      pages: config.pages,
      locales: config.shop.locales,
    },
  });
  return { data, manifest, load: () => importBundle(bundle) };
}

function meshFinding({ id }: ExtensionManifest, where: Finding['where']): Finding {
  return errorFinding('SERVE_MESH', {
    where,
    what: `the extension "${id}" has a .meshrc.yaml, which the gateway’s own process resolves`,
    fix: 'Write "placement: in-process".',
  });
}

/** Undefined for an extension without migrations, which has no schema in the database. */
async function openOwnDatabase(
  config: Config,
  manifest: ExtensionManifest,
  logger: Logger,
): Promise<DatabaseServer | undefined> {
  if (manifest.migrations.length === 0) return undefined;
  const database = await openDatabase(config, { logger });
  try {
    await checkHistory(database, manifest);
    throwIfErrors(await checkQueue(database, manifest));
    return database;
  } catch (error) {
    await database.close({ graceMs: 0 });
    throw error;
  }
}

async function checkHistory(database: DatabaseServer, manifest: ExtensionManifest): Promise<void> {
  try {
    throwIfErrors(await database.checkMigrations([manifest]));
    const status = await database.migrationStatus([manifest]);
    const due = status.filter(({ appliedAt }) => appliedAt === undefined);
    throwIfErrors(due.map(({ name }) => notRun(manifest, name)));
  } catch (error) {
    // The role of one extension may not read the history of all.
    if (errorCode(error) !== insufficientPrivilege) throw error;
  }
}

/** PostgreSQL's SQLSTATE. */
const insufficientPrivilege = '42501';

function notRun({ migrations }: ExtensionManifest, name: string): Finding {
  const file = migrations.find((migration) => migration.name === name)?.file ?? name;
  return errorFinding('MIGRATION_NOT_RUN', {
    where: { file, line: 1 },
    what: 'has not run, and a served extension runs none',
    fix: 'Run "npx stoa migrate" where the gateway runs, or start the gateway, and start this again.',
  });
}

function tlsOf({ cert, key }: ListenAt): { readonly cert: Buffer; readonly key: Buffer } | undefined {
  return cert === undefined || key === undefined ? undefined : { cert: readFileSync(cert), key: readFileSync(key) };
}

function required<Value>(value: Value | undefined, message: string): Value {
  if (value === undefined) throw new Error(message);
  return value;
}

/**
 * An extension sends events, mails and runs of jobs by functions of its database. One that is not the shop's has none.
 * Subscribers and ticks come from the gateway, and need none.
 */
async function checkQueue(
  database: Pick<DatabaseServer, 'query'>,
  { id, folder, events, mails, tasks }: ExtensionManifest,
): Promise<readonly Finding[]> {
  const sends = [
    ...(events.length > 0 ? ['events'] : []),
    ...(mails.length > 0 ? ['mails'] : []),
    ...(tasks.some((task) => task.kind === 'job' && task.schedule === undefined) ? ['jobs without a schedule'] : []),
  ];
  if (sends.length === 0) return [];
  // The catalogue, which every role may read.
  const found = await database.query(
    `select from pg_proc p join pg_namespace n on n.oid = p.pronamespace where n.nspname = 'stoa' and p.proname = 'publish'`,
  );
  if (found.length > 0) return [];
  const what = `the extension "${id}" has ${sends.join(' and ')}, and its database has no queue that would take them`;
  const fix =
    'Name the database of the shop as "database.url", and run "npx stoa migrate" where the gateway runs. In a database of its own, let another extension send them.';
  return [errorFinding('SERVE_NO_QUEUE', { where: { file: folder }, what, fix })];
}
