import { availableParallelism } from 'node:os';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { configFile, logLevelOption, parseHost, parsePort, type ServeOptions } from '../shared/shared-options.ts';

export function registerStart(program: Command): void {
  const workers = new Option(
    '--workers <number>',
    'answer requests in this many processes; auto or 0 takes one for each processor',
  );
  addServeOptions(program.command('start'))
    .description('open the shop that gateway.yaml describes')
    .addOption(workers.argParser(parseWorkers))
    .option('--demo', 'in production too, take the embedded database, generated secrets and empty variables')
    .action((options: ServeOptions, command: Command) => {
      process.env.NODE_ENV ??= 'production';
      return serve(options, command);
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
  const host = new Option('--host <address>', 'listen on this address instead of the one in gateway.yaml');
  const port = new Option(
    '--port <number>',
    'listen on this port instead of the one in gateway.yaml; 0 takes a free one',
  );
  const adminPort = new Option(
    '--admin-port <number>',
    'the port for /readyz and /metrics instead of the one in gateway.yaml; 0 takes a free one, false none',
  );
  return command
    .addOption(host.argParser(parseHost))
    .addOption(port.argParser(parsePort))
    .addOption(adminPort.argParser((text) => (text === 'false' ? false : parsePort(text))))
    .addOption(logLevelOption());
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
