import type { Command } from 'commander';
import { addServeOptions, configFile, type ServeOptions } from '../shared/shared-options.ts';

/** `stoa dev`: opens the shop with GraphiQL and full error messages, and reloads on every change. */
export function registerDev(program: Command): void {
  addServeOptions(program.command('dev'))
    .description('open the shop for development: GraphiQL, and every change at once')
    .action(async (options: ServeOptions, command: Command) => {
      process.env.NODE_ENV = 'development';
      const { serve } = await import('../shared/serve.ts');
      await serve(configFile(command), options);
    });
}
