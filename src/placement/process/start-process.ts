import type { Socket } from 'node:net';
import { dirname, join } from 'node:path';
import { errorFinding, type Finding, StartupError } from '#base';
import { buildChild } from '#bundle';
import type { DatabaseServer } from '#postgres';
import { RemoteExtension, type RemoteOptions } from '../remote/start-remote.ts';
import { type ExtensionDescription, notLoaded } from '../running/extension-description.ts';
import type { DatabaseTrouble, RunningExtension, StartParts } from '../running/running-extension.ts';
import { serveDataOf } from '../wire/serve-data.ts';
import type { ProcessSettings } from './child-command.ts';
import { ChildLog } from './child-output.ts';
import { findWallTools } from './find-walls.ts';
import { ProcessPool } from './process-pool.ts';
import { type ReadableFile, readableBy } from './readable-file.ts';

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
export class ExtensionProcesses implements RunningExtension {
  readonly #parts: StartParts;
  readonly #options: ProcessOptions;
  readonly #remote: RemoteExtension;
  #pool: ProcessPool | undefined;
  #file: ReadableFile | undefined;
  #trouble: DatabaseTrouble | undefined;

  constructor(parts: StartParts, options: ProcessOptions) {
    this.#parts = parts;
    this.#options = options;
    const { size } = options.settings;
    this.#remote = new RemoteExtension(parts, {
      factsOf: options.factsOf,
      // Only this gateway has connections to its children.
      keys: [],
      connections: Array.from({ length: size }, (_, index) => ({
        name: size === 1 ? 'its process' : `its process ${index + 1} of ${size}`,
        origin: 'http://localhost',
        connect: (_options, callback) => {
          this.#connect(index).then(
            (socket) => callback(null, socket),
            (error: Error) => callback(error, null),
          );
        },
      })),
    });
  }

  async load(): Promise<ExtensionDescription> {
    const refused = this.#refuseUser();
    if (refused !== undefined) return notLoaded([refused]);
    try {
      this.#pool = await this.#createPool();
    } catch (error) {
      if (error instanceof StartupError) return notLoaded(error.findings);
      throw error;
    }
    const findings = await this.#pool.start();
    return findings.length > 0 ? notLoaded(findings) : await this.#remote.load();
  }

  get takesStreams(): boolean | undefined {
    return this.#remote.takesStreams;
  }

  get backEnd(): RunningExtension['backEnd'] {
    return this.#remote.backEnd;
  }

  answer: RunningExtension['answer'] = (exchange) => this.#remote.answer(exchange);

  render: RunningExtension['render'] = (request) => this.#remote.render(request);

  onRecovered(listener: () => void): void {
    this.#remote.onRecovered?.(listener);
  }

  trouble(): DatabaseTrouble | undefined {
    return this.#trouble;
  }

  async dispose(): Promise<void> {
    await this.#remote.dispose();
    await this.#pool?.close(drainMs);
    await this.#file?.remove();
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
    this.#file = await readableBy(settings.uid, child.file);
    return new ProcessPool({
      ...{ extension, settings, connections, logger, declaredAt: manifest.declaredAt },
      file: this.#file.file,
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
      onRecovered: (index) => this.#remote.instanceStarted(index),
    });
  }

  async #connect(index: number): Promise<Socket> {
    if (this.#pool === undefined) throw new Error('its processes are not started');
    return await this.#pool.connect(index);
  }
}
