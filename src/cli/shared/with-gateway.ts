import { createLogger } from '../../base/logger.ts';
import { loadConfig } from '../../config/load-config.ts';
import { type Assembly, assemble } from '../../gateway/assemble.ts';
import { buildGateway } from '../../gateway/build-gateway.ts';
import type { Gateway } from '../../gateway/gateway.ts';
import { noDatabase } from '../../postgres/no-database.ts';

/** Builds the gateway of gateway.yaml without ports or database for a command, and disposes it. */
export async function withGateway<Result>(
  file: string,
  work: (gateway: Gateway, assembly: Assembly) => Result | Promise<Result>,
): Promise<Result> {
  const assembly = await assemble(await loadConfig(file, { environment: process.env }));
  const gateway = await buildGateway(assembly, {
    logger: createLogger('silent'),
    database: noDatabase,
    development: false,
  });
  try {
    return await work(gateway, assembly);
  } finally {
    await gateway.dispose();
  }
}
