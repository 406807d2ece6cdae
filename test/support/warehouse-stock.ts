import { readFileSync } from 'node:fs';
import { cp, mkdtemp, realpath, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { serve } from '../../extensions/warehouse-stock/service/serve.ts';
import { Warehouse } from '../../extensions/warehouse-stock/service/warehouse.ts';
import { meshPackages, type SourceAnswer, startSource, type TestSource } from './mesh-shop.ts';
import { type StartOptions, startGateway, type TestGateway } from './start-gateway.ts';

const source = resolve(import.meta.dirname, '../../extensions/warehouse-stock');

/** What the warehouse has of the catalog's demonstration products. */
export const demoLevels: Readonly<Record<string, number>> = JSON.parse(
  readFileSync(join(source, 'service/demo-levels.json'), 'utf8'),
);
const token = 'sesame-open-the-warehouse';

export interface RunningWarehouse extends AsyncDisposable {
  /** Its store. */
  readonly warehouse: Warehouse;
  /** What the shop asks. It passes all on to the warehouse, until a test changes its `answer`. */
  readonly relay: TestSource;
  /** Passes all on again. */
  mend(): void;
  /** A folder with `extensions/warehouse-stock`, and GraphQL Mesh installed. */
  readonly folder: string;
  /** Where the shop finds it. */
  readonly environment: Readonly<Record<string, string>>;
  /** Starts a shop in which the line of `stock` names `warehouse-stock`, whose calls may take `timeoutMs` milliseconds. */
  startShop(options?: StartOptions, timeoutMs?: number): Promise<TestGateway>;
}

/** A warehouse whose address the environment has, as the extension reads it. */
export async function startWarehouseStock(): Promise<RunningWarehouse> {
  const folder = await mkdtemp(join(await realpath(tmpdir()), 'stoa-warehouse-'));
  await cp(source, join(folder, 'extensions/warehouse-stock'), {
    recursive: true,
    filter: (path) => !path.includes('node_modules'),
  });
  await symlink(meshPackages, join(folder, 'node_modules'));
  const warehouse = new Warehouse(join(folder, 'warehouse.sqlite'));
  warehouse.reset(demoLevels);
  const server = await serve({ warehouse, port: 0, token });
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  const passOn = relayTo(`http://127.0.0.1:${port}`);
  const relay = await startSource(passOn);
  const environment = { WAREHOUSE_URL: relay.url, WAREHOUSE_TOKEN: token };
  Object.assign(process.env, environment);
  return {
    warehouse,
    relay,
    mend: () => {
      relay.answer = passOn;
    },
    folder,
    environment,
    startShop: (options, timeoutMs = 60_000) =>
      startGateway({
        ...options,
        config: (text) => inPlaceOfStock(options?.config?.(text) ?? text, { folder, timeoutMs }),
      }),
    async [Symbol.asyncDispose]() {
      delete process.env.WAREHOUSE_URL;
      delete process.env.WAREHOUSE_TOKEN;
      await relay[Symbol.asyncDispose]();
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
      warehouse.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** An edit of gateway.yaml. */
function inPlaceOfStock(
  text: string,
  { folder, timeoutMs }: { readonly folder: string; readonly timeoutMs: number },
): string {
  const resolved = join(folder, 'extensions/warehouse-stock');
  const line = `{ name: warehouse-stock, resolve: ${resolved}, timeoutMs: ${timeoutMs},`;
  return text.replace(/\{ name: stock, +resolve: [^,]+,/, line);
}

function relayTo(url: string): SourceAnswer {
  return async ({ method, path, headers, body }, response) => {
    const answer = await fetch(url + path, {
      method,
      headers: { authorization: headers.authorization ?? '' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    response.statusCode = answer.status;
    return await answer.json();
  };
}
