/**
 * Starts the warehouse: `node extensions/warehouse-stock/service/start.ts [--port 4010] [--file warehouse.sqlite] [--demo]`.
 * `--demo` counts the catalog's demonstration products, where the file is new.
 */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { serve } from './serve.ts';
import { Warehouse } from './warehouse.ts';

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '4010' },
    file: { type: 'string', default: 'warehouse.sqlite' },
    demo: { type: 'boolean', default: false },
  },
});
const token = process.env.WAREHOUSE_TOKEN;
if (!token) throw new Error('Set WAREHOUSE_TOKEN: the shop sends it with each request.');

const warehouse = new Warehouse(values.file);
if (values.demo) countDemo();
const server = await serve({ warehouse, port: Number(values.port), token });
const everyMs = 10_000;
const ending = setInterval(() => warehouse.endExpired(Date.now()), everyMs);
const address = server.address();
console.log(`The warehouse answers at http://127.0.0.1:${typeof address === 'object' ? address?.port : values.port}.`);

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    clearInterval(ending);
    server.close(() => warehouse.close());
    server.closeAllConnections();
  });

function countDemo(): void {
  const levels: Readonly<Record<string, number>> = JSON.parse(
    readFileSync(new URL('demo-levels.json', import.meta.url), 'utf8'),
  );
  for (const [sku, onHand] of Object.entries(levels))
    if (warehouse.levels([sku]).length === 0) warehouse.count(sku, onHand);
}
