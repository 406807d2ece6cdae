import { availableParallelism } from 'node:os';
import { type Command, InvalidArgumentError, Option } from 'commander';
import {
  addAddressOptions,
  adminPortOption,
  configFile,
  logLevelOption,
  type ServeOptions,
} from '../shared/shared-options.ts';

export function registerStart(program: Command): void {
  const workers = new Option(
    '--workers <number>',
    'answer requests in this many processes; auto or 0 takes one for each processor',
  );
  addServeOptions(program.command('start'))
    .description('open the shop that gateway.yaml describes')
    .addOption(workers.argParser(parseWorkers))
    .option('--no-jobs', 'leave jobs and subscribers to other processes, such as "stoa jobs"')
    .option('--demo', 'in production too, take the embedded database, generated secrets and empty variables')
    .action((options: ServeOptions, command: Command) => {
      process.env.NODE_ENV ??= 'production';
      const { jobs, ...others } = options;
      // commander says true without the option. Then gateway.yaml decides.
      return serve({ ...others, ...(jobs === false && { jobs }) }, command);
    });
}

/** `stoa jobs`: a gateway that has no clients. It listens on a free port of this machine alone. */
export function registerJobs(program: Command): void {
  program
    .command('jobs')
    .description('run the jobs and subscribers of the shop in a process of their own')
    .addOption(adminPortOption())
    .addOption(logLevelOption())
    .action((options: ServeOptions, command: Command) => {
      process.env.NODE_ENV ??= 'production';
      return serve({ ...options, jobs: true, host: '127.0.0.1', port: 0 }, command);
    });
}

/** `stoa dev`: opens the shop with GraphiQL and full error messages, and reloads on every change. */
export function registerDev(program: Command): void {
  addServeOptions(program.command('dev'))
    .description('open the shop for development: GraphiQL, and every change at once')
    .action((options: ServeOptions, command: Command) => {
      process.env.NODE_ENV = 'development';
      return serve(options, command);
    });
}

async function serve(options: ServeOptions, command: Command): Promise<void> {
  const shared = await import('../shared/serve.ts');
  await shared.serve(configFile(command), options);
}

function addServeOptions(command: Command): Command {
  return addAddressOptions(command).addOption(logLevelOption());
}

/** More processes than that are a slip of the finger. */
const maxWorkers = 256;

function parseWorkers(text: string): number {
  if (text === 'auto' || text === '0') return availableParallelism();
  const workers = Number(text);
  if (!/^\d+$/.test(text) || workers > maxWorkers)
    throw new InvalidArgumentError(`The number of workers is "auto", or a whole number from 0 to ${maxWorkers}.`);
  return workers;
}
