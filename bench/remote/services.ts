/**
 * The three extensions as services of one process: as Stoa serves them, each on a port, and as plain Federation
 * subgraphs for other gateways and for code by hand. Both have the same data, and answer the same bytes.
 */

import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { createLogger } from '#base';
import { importBundle } from '#bundle';
import { loadConfig } from '#config';
import { assemble } from '#gateway';
import { acceptGateway, createServedServer, ServedExtension, serveDataOf, signingKeys } from '#placement';
import { benchState, environment, secret } from './settings.ts';

interface Operation {
  readonly query: string;
  readonly variables?: Readonly<Record<string, unknown>>;
}

interface Subgraphs {
  readonly subgraphs: Readonly<Record<string, (operation: Operation) => Promise<object>>>;
}

const folder = join(import.meta.dirname, '..');
const config = await loadConfig(join(folder, 'engines/gateway.yaml'), { environment });
const { manifests, bundles, composition } = await assemble({ ...config, stateFolder: benchState() });
const logger = createLogger('warn');
const places: Record<string, string> = {};
for (const manifest of manifests) {
  const bundle = bundles.find(({ extension }) => extension === manifest.id);
  if (bundle === undefined) throw new Error(`${manifest.id} has no bundle`);
  const parts = {
    ...{ manifest, timeoutMs: 2_000, bodyLimit: 1024 * 1024, shop: config.shop },
    subgraph: composition.subgraphs.get(manifest.id),
    composition,
    addresses: { endpoints: [], pages: {}, locales: ['en-IE'] },
  };
  const served = new ServedExtension({
    data: serveDataOf(parts),
    load: () => importBundle(bundle),
    database: () => {
      throw new Error('this benchmark has no database');
    },
    accept: acceptGateway(signingKeys([secret])),
    gateway: () => {
      throw new Error('nothing is asked');
    },
    logger,
  });
  await served.start();
  places[manifest.id] = await listen(createServedServer().on('request', served.handle));
}

const { subgraphs }: Subgraphs = await import('../peers/compiled-subgraphs.mjs' as string);
const plain = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', async () => {
    const asked: Operation = JSON.parse(Buffer.concat(chunks).toString());
    const text = JSON.stringify(await subgraphs[request.url ?? '']?.(asked));
    response
      .writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) })
      .end(text);
  });
});
plain.keepAliveTimeout = 120_000;
process.on('disconnect', () => process.exit());
process.send?.(JSON.stringify({ plain: await listen(plain), ...places }));

async function listen(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return `http://127.0.0.1:${address.port}`;
}
