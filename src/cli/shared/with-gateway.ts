import { createLogger } from '#base';
import { loadConfig } from '#config';
import { type Assembly, assemble, buildGateway, createSharedParts, type Gateway } from '#gateway';
import { startInProcess } from '#placement';
import { noDatabase } from '#postgres';

/** Builds the gateway of gateway.yaml without ports or database for a command, and disposes it. */
export async function withGateway<Result>(
  file: string,
  work: (gateway: Gateway, assembly: Assembly) => Result | Promise<Result>,
): Promise<Result> {
  const assembly = await assemble(await loadConfig(file, { environment: process.env }));
  const gateway = await buildSilently(assembly);
  try {
    return await work(gateway, assembly);
  } finally {
    await gateway.dispose();
  }
}

/** A gateway without ports, database and log, of the folders that gateway.yaml names, wherever they run. */
export function buildSilently(assembly: Assembly): Promise<Gateway> {
  const shared = createSharedParts({ startOf: () => startInProcess });
  return buildGateway(assembly, { logger: createLogger('silent'), database: noDatabase, development: false, shared });
}
