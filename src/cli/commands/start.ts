import type { Command } from 'commander';
import { addServeOptions, addWorkersOption, configFile, type ServeOptions } from '../shared/shared-options.ts';

export function registerStart(program: Command): void {
  addWorkersOption(addServeOptions(program.command('start')))
    .description('open the shop that gateway.yaml describes')
    .option('--demo', 'in production too, take the embedded database, generated secrets and empty variables')
    .action(async (options: ServeOptions, command: Command) => {
      process.env.NODE_ENV ??= 'production';
      const { serve } = await import('../shared/serve.ts');
      await serve(configFile(command), options);
    });
}
