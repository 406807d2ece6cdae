/** Microseconds per operation without HTTP, with and without JSON.stringify. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLogger } from '../../src/base/logger.ts';
import { loadConfig } from '../../src/config/load-config.ts';
import { assemble } from '../../src/gateway/assemble.ts';
import { buildGateway } from '../../src/gateway/build-gateway.ts';
import { noDatabase } from '../../src/postgres/no-database.ts';
import { guestScope } from '../guest-scope.ts';
import { queries } from './queries.ts';

const secret = 'a secret that is only there for the benchmark, and long enough';
const environment = { ...process.env, STOA_JWT_SECRET: secret, STOA_SESSION_SECRET: secret };
const config = await loadConfig(join(import.meta.dirname, 'gateway.yaml'), { environment });
const logger = createLogger('warn');
const assembly = await assemble({ ...config, stateFolder: mkdtempSync(join(tmpdir(), 'stoa-bench-')) });
const gateway = await buildGateway(assembly, { logger, database: noDatabase, development: false });
const scope = guestScope();

const only = process.argv[2];
for (const { name, query, variables } of queries) {
  if (only !== undefined && !name.includes(only)) continue;
  const prepared = gateway.documents.keep(query);
  if (prepared.kind !== 'valid') throw new Error(`${name} is not valid`);
  const operation = { document: prepared.document, variables, scope };
  const rounds: number[] = [];
  let stringify = Infinity;
  for (let round = 0; round < 8; round++) {
    const count = name.includes('list') ? 2_000 : 20_000;
    const begin = process.cpuUsage();
    for (let index = 0; index < count; index++) await gateway.execute(operation);
    const used = process.cpuUsage(begin);
    rounds.push((used.user + used.system) / count);
    const answer = await gateway.execute(operation);
    const then = process.cpuUsage();
    for (let index = 0; index < count; index++) JSON.stringify(answer);
    const more = process.cpuUsage(then);
    stringify = Math.min(stringify, (more.user + more.system) / count);
  }
  process.stdout.write(
    `${name.padEnd(14)} execute ${Math.min(...rounds).toFixed(2)} us, JSON.stringify ${stringify.toFixed(2)} us\n`,
  );
}
await gateway.dispose();
