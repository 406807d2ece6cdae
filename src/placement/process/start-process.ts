import { chmod, copyFile, mkdtemp, rm } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { errorFinding, type Finding, StartupError } from '#base';
import { buildChild } from '#bundle';
import type { DatabaseServer, Trouble } from '#postgres';
import { RemoteExtension, type RemoteOptions } from '../remote/start-remote.ts';
import { type ExtensionDescription, notLoaded } from '../running/extension-description.ts';
import type { StartParts } from '../running/running-extension.ts';
import { serveDataOf } from '../wire/serve-data.ts';
import type { ProcessSettings } from './child-command.ts';
import { ChildLog } from './child-output.ts';
import { findWallTools } from './find-walls.ts';
import { ProcessPool } from './process-pool.ts';

export interface ProcessOptions extends Pick<RemoteOptions, 'factsOf'> {
  readonly settings: ProcessSettings;
  /** The most connections of one child to PostgreSQL. */
  readonly connections: number;
  readonly database: DatabaseServer['handed'];
  /** Answers what an extension asks on this connection. */
  readonly answerQuestions: (socket: Socket) => void;
}

/** Milliseconds for calls that still run when no gateway uses the extension. */
const drainMs = 1_000;

/** An extension in processes of its own, which the gateway starts and supervises. */
export class ExtensionProcesses extends RemoteExtension {
  readonly #parts: StartParts;
  readonly #options: ProcessOptions;
  readonly #children: Children;
  #files: Awaited<ReturnType<typeof readableBy>> | undefined;
  #trouble: Trouble | undefined;

  constructor(parts: StartParts, options: ProcessOptions) {
    const { size } = options.settings;
    const children: Children = { pool: undefined };
    super(parts, {
      factsOf: options.factsOf,
      // Only this gateway has connections to its children.
      keys: [],
      connections: Array.from({ length: size }, (_, index) => ({
        name: size === 1 ? 'its process' : `its process ${index + 1} of ${size}`,
        origin: 'http://localhost',
        connect: (_options, callback) => {
          connectTo(children, index).then(
            (socket) => callback(null, socket),
            (error: Error) => callback(error, null),
          );
        },
      })),
    });
    this.#parts = parts;
    this.#options = options;
    this.#children = children;
  }

  override async load(): Promise<ExtensionDescription> {
    const refused = this.#refuseUser();
    if (refused !== undefined) return notLoaded([refused]);
    try {
      this.#children.pool = await this.#createPool();
    } catch (error) {
      if (error instanceof StartupError) return notLoaded(error.findings);
      throw error;
    }
    const findings = await this.#children.pool.start();
    return findings.length > 0 ? notLoaded(findings) : await super.load();
  }

  trouble(): Trouble | undefined {
    return this.#trouble;
  }

  override async dispose(): Promise<void> {
    await super.dispose();
    await this.#children.pool?.close(drainMs);
    await this.#files?.remove();
  }

  /** Why the processes cannot run as the user in gateway.yaml. */
  #refuseUser(): Finding | undefined {
    const { uid } = this.#options.settings;
    if (uid === undefined || process.getuid?.() === 0) return undefined;
    const { id, declaredAt } = this.#parts.manifest;
    return errorFinding('CONFIG_INVALID', {
      where: declaredAt,
      what: `the processes of the extension "${id}" shall run as the user ${uid}, and only root can do that`,
      fix: 'Remove "uid", or start the gateway as root.',
    });
  }

  async #createPool(): Promise<ProcessPool> {
    const { manifest, bundle, logger } = this.#parts;
    const { settings, connections, database, answerQuestions } = this.#options;
    const extension = manifest.id;
    const stateFolder = dirname(dirname(bundle.file));
    const child = await buildChild(manifest, join(stateFolder, 'process'));
    this.#files = await readableBy(settings.uid, [child.file, child.host]);
    return new ProcessPool({
      extension,
      settings,
      connections,
      logger,
      declaredAt: manifest.declaredAt,
      files: this.#files.files,
      tools: await findWallTools(),
      data: serveDataOf(this.#parts),
      log: new ChildLog(logger.child({ extension })),
      host: {
        handDatabase: (options) => database.hand(extension, options),
        pingDatabase: () => database.check(),
        answerQuestions,
        onTrouble: (trouble) => {
          this.#trouble = trouble;
        },
        onQuery: database.onQuery && ((text) => database.onQuery?.(extension, text)),
      },
      onRecovered: (index) => this.instanceStarted(index),
    });
  }
}

/** Undefined before the extension is loaded. */
interface Children {
  pool: ProcessPool | undefined;
}

async function connectTo({ pool }: Children, index: number): Promise<Socket> {
  if (pool === undefined) throw new Error('its processes are not started');
  return await pool.connect(index);
}

/**
 * The child's files, where its user can read them. Folders above a project may be closed to other users, so theirs are
 * copies in a new folder. They have no secrets: they are code.
 */
async function readableBy(uid: number | undefined, files: readonly string[]) {
  if (uid === undefined) return { files, remove: async () => undefined };
  const folder = await mkdtemp(join(tmpdir(), 'stoa-process-'));
  const copies = await Promise.all(
    files.map(async (file) => {
      const copy = join(folder, basename(file));
      await copyFile(file, copy);
      await chmod(copy, 0o444);
      return copy;
    }),
  );
  await chmod(folder, 0o755);
  return { files: copies, remove: () => rm(folder, { recursive: true, force: true }) };
}
