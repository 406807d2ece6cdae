/**
 * A whole gateway in a process of its own, `measure-query.ts <gateway.yaml>`: for each query that it is sent it answers the
 * CPU microseconds that one run of it takes, without HTTP.
 */

import { createLogger } from '../../src/base/logger.ts';
import { assemble } from '../../src/gateway/assemble.ts';
import { buildGateway } from '../../src/gateway/build-gateway.ts';
import { noDatabase } from '../../src/postgres/no-database.ts';
import { guestScope } from '../guest-scope.ts';
import { benchConfig } from './bench-config.ts';

const logger = createLogger('warn');
const assembly = await assemble(await benchConfig(process.argv[2] ?? ''));
const gateway = await buildGateway(assembly, { logger, database: noDatabase, development: false });
const scope = guestScope();

process.on('message', async (query) => process.send?.(await microsecondsOf(String(query))));
global.gc?.();
const { rss, heapUsed } = process.memoryUsage();
process.send?.({ rssMb: rss / 1e6, heapMb: heapUsed / 1e6 });

async function microsecondsOf(query: string): Promise<number> {
  const prepared = gateway.documents.keep(query);
  if (prepared.kind !== 'valid') throw new Error(`not valid: ${query}`);
  const count = 4_000;
  const cpu = process.cpuUsage();
  for (let index = 0; index < count; index++) await gateway.execute({ document: prepared.document, scope });
  const { user, system } = process.cpuUsage(cpu);
  return (user + system) / count;
}
