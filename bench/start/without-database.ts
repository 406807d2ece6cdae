import { createLogger } from '#base';
import { assemble, buildGateway, CurrentGateway } from '#gateway';
import { noDatabase } from '#postgres';
import { startServer } from '#server';
import { benchConfig } from '../scale/bench-config.ts';

/** Opens a shop as `stoa start` does, except that no database is there; gives its address. */
export async function startWithoutDatabase(file: string): Promise<string> {
  const logger = createLogger('warn');
  const assembly = await assemble(await benchConfig(file));
  const gateway = await buildGateway(assembly, { logger, database: noDatabase, development: false });
  return (await startServer({ current: new CurrentGateway(gateway) })).url;
}
