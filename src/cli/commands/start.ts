import closeWithGrace from 'close-with-grace';
import type { Command } from 'commander';
import { createLogger } from '../../base/logger.ts';
import { loadConfig } from '../../config/load-config.ts';
import { guardProcess } from '../../server/guard-process.ts';
import { startGateway } from '../../server/start-gateway.ts';
import { writeOutput } from '../output.ts';
import { addServeOptions, configFile, type ServeOptions, serverOverrides } from '../shared-options.ts';

/** Milliseconds that requests under way get when the process is asked to stop. */
const drainMs = 10_000;

/** `stoa start`: opens the shop, as in production. */
export function registerStart(program: Command): void {
  addServeOptions(program.command('start'))
    .description('open the shop that gateway.yaml describes')
    .action(async (options: ServeOptions, command: Command) => {
      process.env.NODE_ENV ??= 'production';
      await serve(configFile(command), options);
    });
}

/** Starts the gateway and keeps it until the process is asked to stop; `start` and `dev` both end here. */
export async function serve(file: string, options: ServeOptions): Promise<void> {
  const logger = createLogger(options.logLevel);
  const config = await loadConfig(file, { environment: process.env, overrides: serverOverrides(options) });
  const running = await startGateway(config, { logger, development: process.env.NODE_ENV === 'development' });
  guardProcess(logger);
  closeWithGrace(
    { delay: drainMs + 2_000, logger: false, skip: ['uncaughtException', 'unhandledRejection'] },
    async () => {
      logger.info('stopping', { drainMs });
      await running.close({ drainMs });
      logger.info('stopped');
    },
  );
  await writeOutput(
    [
      `Stoa is open at ${running.url}`,
      `  GraphQL  ${running.url}/graphql`,
      `  routes   ${running.gateway.routes.endpoints.length} from ${running.gateway.manifests.length} extensions (npx stoa routes)`,
    ].join('\n'),
  );
}
