import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DocumentNode } from 'graphql';
import { createLogger } from '#base';
import { type Config, loadConfig } from '#config';
import { checkWire, fieldAt, type StartExtension, startInProcess, type WireFinding, wireFinding } from '#placement';
import { createTemporaryDatabase, openDatabase, openTemporaryServer } from '#postgres';
import { type Assembly, assemble } from './assemble.ts';
import { buildGateway } from './build-gateway.ts';
import type { Gateway } from './gateway.ts';
import { createSharedParts } from './shared-parts.ts';

/** One shop twice, over one database: as it is, and as if each extension ran elsewhere. */
export interface WirePair {
  readonly assembly: Assembly;
  readonly inProcess: Gateway;
  readonly elsewhere: Gateway;
  /** What the requests to `elsewhere` have lost so far. */
  readonly findings: readonly WireFinding[];
  /** The field of an answer, as `Type.field`. */
  fieldAt(document: DocumentNode, path: AnswerPath): string | undefined;
  /** The finding of a field whose answers differ. Undefined for one that no extension owns. */
  difference(field: string, what: string): WireFinding | undefined;
}

type AnswerPath = readonly (string | number)[];

/**
 * Opens a shop twice, with demonstration data in a temporary database, and closes both after the work. Throws
 * StartupError for a shop that cannot start.
 */
export async function withWirePair<Result>(
  file: string,
  environment: NodeJS.ProcessEnv,
  work: (pair: WirePair) => Promise<Result>,
): Promise<Result> {
  const read = await loadConfig(file, { environment, overrides: { demo: true }, generatedSecrets: 'look' });
  const server = await openTemporaryServer();
  const stateFolder = await mkdtemp(join(tmpdir(), 'stoa-wire-'));
  try {
    const { url } = await createTemporaryDatabase(server.settings, 'wire');
    return await withDatabase({ ...read, stateFolder, database: { ...read.database, url } }, work);
  } finally {
    await Promise.all([server.close(), rm(stateFolder, { recursive: true, force: true })]);
  }
}

async function withDatabase<Result>(config: Config, work: (pair: WirePair) => Promise<Result>): Promise<Result> {
  const logger = createLogger('silent');
  const database = await openDatabase(config, { logger });
  const opened: Gateway[] = [];
  try {
    const [assembly, again] = [await assemble(config), await assemble(config)];
    await database.migrate(assembly.manifests);
    await database.seed(assembly.manifests);
    const findings: WireFinding[] = [];
    const across = checkWire((finding) => findings.push(finding));
    const open = async (one: Assembly, start: StartExtension): Promise<Gateway> => {
      const shared = createSharedParts({ startOf: () => start });
      const gateway = await buildGateway(one, { logger, database, development: false, shared });
      opened.push(gateway);
      return gateway;
    };
    const [inProcess, elsewhere] = [await open(assembly, startInProcess), await open(again, across)];
    return await work({
      ...{ assembly, inProcess, elsewhere, findings },
      fieldAt: (document, path) => fieldAt(inProcess.schema, document, path),
      difference: (place, what) => {
        const manifest = ownerOf(assembly, place);
        return manifest && wireFinding(manifest, { code: 'WIRE_DIFFERS', place, losses: [{ path: [], what }] });
      },
    });
  } finally {
    for (const gateway of opened) await gateway.dispose();
    await database.close();
  }
}

function ownerOf({ composition, manifests }: Assembly, place: string) {
  const [type = '', field = ''] = place.split('.');
  const owner = composition.types.get(type)?.fields.get(field)?.sources[0];
  return manifests.find(({ id }) => id === owner);
}
