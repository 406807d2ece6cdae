/**
 * Each extension behind `ServedExtension` on a port of its own: all calls are HTTP, signed as gateway.yaml's
 * `placement: { url }` signs them. Only its code shares the test's process.
 */

import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { importBundle } from '#bundle';
import {
  acceptGateway,
  createGatewayClient,
  createServedServer,
  RemoteExtension,
  type RunningExtension,
  ServedExtension,
  type StartExtension,
  type StartParts,
  serveDataOf,
  signingKeys,
  sourceOf,
} from '#placement';
import type { DatabaseServer } from '#postgres';

export interface RemoteParts {
  /** Reaches an extension's database until a signal says that the statements are no longer needed. */
  readonly databaseOf: DatabaseServer['of'];
  readonly factsOf: (
    manifest: StartParts['manifest'],
  ) => (context: Parameters<CallFactsOf>[0]) => ReturnType<CallFactsOf>;
  /** Where the gateway answers `context.query`; known once it listens. */
  readonly gatewayUrl: () => string;
}

type CallFactsOf = ConstructorParameters<typeof RemoteExtension>[1]['factsOf'];

export const remoteSecret = 'what the gateway and its served extensions share';

export function remotePlacement(parts: RemoteParts): StartExtension {
  return (started) => new OwnPort(started, parts);
}

class OwnPort implements RunningExtension {
  readonly #started: StartParts;
  readonly #parts: RemoteParts;
  #remote: RunningExtension | undefined;
  #server: Server | undefined;
  #served: ServedExtension | undefined;
  #closeClient: (() => Promise<void>) | undefined;

  constructor(started: StartParts, parts: RemoteParts) {
    this.#started = started;
    this.#parts = parts;
  }

  async load() {
    const { manifest, bundle, logger, life } = this.#started;
    const { databaseOf, factsOf, gatewayUrl } = this.#parts;
    const keys = signingKeys([remoteSecret]);
    let client: ReturnType<typeof createGatewayClient> | undefined;
    this.#closeClient = async () => client?.close();
    const served = new ServedExtension({
      data: JSON.parse(JSON.stringify(serveDataOf(this.#started))),
      load: () => importBundle(bundle),
      // `start` runs before the shop is open.
      database: (signal, author, outbox) =>
        author === undefined && life !== undefined
          ? life.database(signal)
          : databaseOf(manifest.id, signal, author, outbox),
      accept: acceptGateway(keys),
      gateway: () => {
        client ??= createGatewayClient(sourceOf(gatewayUrl(), undefined), keys[0]);
        return client;
      },
      logger,
    });
    this.#served = served;
    await served.start();
    const server = createServedServer().on('request', served.handle);
    this.#server = server;
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const connections = [sourceOf(`http://127.0.0.1:${port}`, undefined)];
    this.#remote = new RemoteExtension(this.#started, { connections, keys, factsOf: factsOf(manifest) });
    return this.#remote.load();
  }

  get #running(): RunningExtension {
    if (this.#remote === undefined) throw new Error('it is not loaded');
    return this.#remote;
  }

  get backEnd() {
    return this.#running.backEnd;
  }

  answer: RunningExtension['answer'] = (exchange) => this.#running.answer(exchange);

  checkQuery: NonNullable<RunningExtension['checkQuery']> = (query) => {
    if (this.#running.checkQuery === undefined) throw new Error('it takes no queries');
    return this.#running.checkQuery(query);
  };

  render: RunningExtension['render'] = (request) => this.#running.render(request);

  runTask: RunningExtension['runTask'] = (run) => this.#running.runTask(run);

  onRecovered(listener: () => void): void {
    this.#running.onRecovered?.(listener);
  }

  async dispose(): Promise<void> {
    await this.#remote?.dispose();
    await this.#served?.stop();
    await this.#closeClient?.();
    this.#server?.closeAllConnections();
    this.#server?.close();
  }
}
