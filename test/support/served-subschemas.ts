/** Extensions behind `ServedExtension`, each on a port of its own: what they are asked crosses signed HTTP. */

import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { composeGraphql, documentBackEnd, type ExecutableSubschema } from '#engine';
import type { Context } from '#extension-api';
import type { ExtensionManifest } from '#extensions';
import { coreSchema } from '#gateway';
import {
  acceptGateway,
  createServedServer,
  RemoteExtension,
  type RunningExtension,
  ServedExtension,
  type StartParts,
  serveDataOf,
  signingKeys,
  sourceOf,
} from '#placement';
import type { BackEnd } from '../../src/engine/plan/operation-plan.ts';
import { manifestOf } from './manifest-of.ts';
import { createMemoryLog } from './memory-log.ts';
import type { ShopExtension } from './stitched-shop.ts';
import { testShop } from './test-config.ts';

export interface ServedSubschemas extends AsyncDisposable {
  readonly backEndOf: (subschema: ExecutableSubschema) => BackEnd;
}

export async function serveSubschemas(extensions: Readonly<Record<string, ShopExtension>>): Promise<ServedSubschemas> {
  const manifests = Object.entries(extensions).map(([id, { sdl }]) => manifestOf(id, sdl));
  const { composition } = composeGraphql(manifests, { own: coreSchema });
  const running = await Promise.all(
    manifests.map(async (manifest) => {
      const parts = {
        ...{ manifest, composition, subgraph: composition.subgraphs.get(manifest.id), shop: testShop },
        ...{ timeoutMs: 10_000, bodyLimit: 1_000_000, addresses: { endpoints: [], pages: {}, locales: ['en-IE'] } },
        ...{ logger: createMemoryLog().logger, bundle: { extension: manifest.id, file: '', hash: '' } },
      };
      return [manifest.id, await serveOne(parts, extensions[manifest.id]?.resolvers ?? {})] as const;
    }),
  );
  const remotes = new Map(running);
  return {
    backEndOf({ extension }) {
      const backEnd = remotes.get(extension)?.remote.backEnd;
      if (backEnd?.gives !== 'answers') throw new Error(`${extension} is not served`);
      return documentBackEnd((question, context: Context) => backEnd.ask(question, context));
    },
    async [Symbol.asyncDispose]() {
      for (const { remote, server } of remotes.values()) {
        await remote.dispose();
        server.closeAllConnections();
        server.close();
      }
    },
  };
}

interface Served {
  readonly remote: RunningExtension;
  readonly server: Server;
}

async function serveOne(parts: StartParts, value: object): Promise<Served> {
  const keys = signingKeys(['what the gateway and its served extensions share']);
  const { manifest, logger } = parts;
  const refuse = async (): Promise<never> => {
    throw new Error('there is no database in this test, and no gateway to ask');
  };
  const served = new ServedExtension({
    data: JSON.parse(JSON.stringify(serveDataOf(parts))),
    load: async () => ({ handlers: {}, resolvers: [{ file: fileOf(manifest), value }], pages: [], tasks: {} }),
    database: () => ({ query: refuse, transaction: refuse }),
    accept: acceptGateway(keys),
    gateway: () => {
      throw new Error('there is no gateway to ask');
    },
    logger,
  });
  await served.start();
  const server = createServedServer().on('request', served.handle);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const connections = [sourceOf(`http://127.0.0.1:${port}`, undefined)];
  const factsOf = () => ({ depth: 0, ticket: '', authorization: undefined });
  const remote = new RemoteExtension(parts, { connections, keys, factsOf });
  const { findings } = await remote.load();
  if (findings.length > 0) throw new Error(JSON.stringify(findings));
  return { remote, server };
}

function fileOf({ folder }: ExtensionManifest): string {
  return `${folder}/r.ts`;
}
