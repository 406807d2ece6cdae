import { createLogger } from '../../src/base/logger.ts';
import { assemble } from '../../src/gateway/assemble.ts';
import { buildGateway } from '../../src/gateway/build-gateway.ts';
import { CurrentGateway } from '../../src/gateway/current-gateway.ts';
import { noDatabase } from '../../src/postgres/no-database.ts';
import { handlers } from '../../src/server/start-gateway.ts';
import { startServer } from '../../src/server/start-server.ts';
import { benchConfig } from '../scale/bench-config.ts';

/** Opens a shop as `stoa start` does, except that no database is there; gives its address. */
export async function startWithoutDatabase(file: string): Promise<string> {
  const logger = createLogger('warn');
  const assembly = await assemble(await benchConfig(file));
  const gateway = await buildGateway(assembly, { logger, database: noDatabase, development: false });
  return (await startServer({ current: new CurrentGateway(gateway), handlers })).url;
}
