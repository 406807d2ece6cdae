import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { type Command, InvalidArgumentError, Option } from 'commander';
import type { LogLevel } from '#base';
import type { Overrides } from '#config';

/** Absolute path of the gateway.yaml in the option `-c` of the program. */
export function configFile(command: Command): string {
  const { config } = command.optsWithGlobals<{ readonly config: string }>();
  return resolve(config);
}

export interface ServeOptions {
  readonly host?: string;
  readonly port?: number;
  readonly adminPort?: number | false;
  /** The number of processes that answer requests; undefined for one process without a primary. */
  readonly workers?: number;
  /** Only of `start`. */
  readonly demo?: true;
  readonly logLevel: LogLevel;
}

export function addServeOptions(command: Command): Command {
  return command
    .addOption(
      new Option('--host <address>', 'listen on this address instead of the one in gateway.yaml').argParser(parseHost),
    )
    .addOption(
      new Option(
        '--port <number>',
        'listen on this port instead of the one in gateway.yaml; 0 takes a free one',
      ).argParser(parsePort),
    )
    .addOption(
      new Option(
        '--admin-port <number>',
        'the port for /readyz and /metrics instead of the one in gateway.yaml; 0 takes a free one, false none',
      ).argParser((text) => (text === 'false' ? false : parsePort(text))),
    )
    .addOption(
      new Option('--log-level <level>', 'how much to log')
        .choices(['debug', 'info', 'warn', 'error', 'silent'])
        .default('info'),
    );
}

/** Adds `--workers` to a command that serves a shop. */
export function addWorkersOption(command: Command): Command {
  return command.addOption(
    new Option(
      '--workers <number>',
      'answer requests in this many processes; auto or 0 takes one for each processor',
    ).argParser(parseWorkers),
  );
}

/** The overrides of gateway.yaml by `--host`, `--port`, `--admin-port` and `--demo`. */
export function serverOverrides({ host, port, adminPort, demo }: ServeOptions): Overrides {
  return {
    ...(host === undefined ? {} : { host }),
    ...(port === undefined ? {} : { port }),
    ...(adminPort === undefined ? {} : { adminPort }),
    ...(demo === undefined ? {} : { demo }),
  };
}

// Refuses an empty host, because Node would listen on all addresses of the machine.
export function parseHost(text: string): string {
  if (text.trim() === '') throw new InvalidArgumentError('It is empty; 0.0.0.0 stands for all addresses.');
  return text;
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

export function parsePort(text: string): number {
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > 65535) throw new InvalidArgumentError('A port is a whole number from 0 to 65535.');
  return port;
}
