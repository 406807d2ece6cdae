import type { ServerResponse } from 'node:http';
import { isObject } from '#base';
import { type SourceRequest, startSource, type TestSource } from './mesh-shop.ts';

export interface WarehouseStock {
  readonly sku: string;
  count: number;
  readonly due?: string;
  readonly shelf?: { readonly row: string; readonly level: number };
}

export const warehouseToken = 'sesame-open-the-warehouse';

/** The source of `test/fixtures/mesh-shop`, which finds it by the environment. */
export async function startWarehouse(): Promise<TestSource> {
  const stocks: WarehouseStock[] = [
    { sku: 'tea', count: 12, due: '2026-03-01T00:00:00Z', shelf: { row: 'A', level: 2 } },
    { sku: 'honey', count: 3, shelf: { row: 'B', level: 1 } },
  ];
  const source = await startSource((request, response) => answerOf(stocks, request, response));
  const before = { WAREHOUSE_URL: process.env.WAREHOUSE_URL, WAREHOUSE_TOKEN: process.env.WAREHOUSE_TOKEN };
  Object.assign(process.env, { WAREHOUSE_URL: source.url, WAREHOUSE_TOKEN: warehouseToken });
  const close = source[Symbol.asyncDispose];
  return Object.assign(source, {
    async [Symbol.asyncDispose]() {
      for (const [name, value] of Object.entries(before))
        if (value === undefined) delete process.env[name];
        else process.env[name] = value;
      await close();
    },
  });
}

function answerOf(stocks: WarehouseStock[], { method, path, body }: SourceRequest, response: ServerResponse): unknown {
  const url = new URL(path, 'http://warehouse');
  if (url.pathname === '/stocks') {
    const wanted = url.searchParams.getAll('skus').flatMap((skus) => skus.split(','));
    return stocks.filter(({ sku }) => wanted.length === 0 || wanted.includes(sku));
  }
  const stock = stocks.find(({ sku }) => url.pathname === `/stocks/${sku}`);
  if (stock === undefined) {
    response.statusCode = 404;
    return { message: 'no such stock' };
  }
  if (method === 'PUT' && isObject(body)) stock.count = Number(body.count);
  return stock;
}
