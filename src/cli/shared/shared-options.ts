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
  /** False with `--no-jobs`, and true for `stoa jobs`, whatever gateway.yaml says. */
  readonly jobs?: boolean;
  readonly logLevel: LogLevel;
}

/** Where a shop listens, unless gateway.yaml says it. */
export function addAddressOptions(command: Command): Command {
  const host = new Option('--host <address>', 'listen on this address instead of the one in gateway.yaml');
  const port = new Option(
    '--port <number>',
    'listen on this port instead of the one in gateway.yaml; 0 takes a free one',
  );
  return command.addOption(host.argParser(parseHost)).addOption(port.argParser(parsePort)).addOption(adminPortOption());
}

export function adminPortOption(): Option {
  const adminPort = new Option(
    '--admin-port <number>',
    'the port for /readyz and /metrics instead of the one in gateway.yaml; 0 takes a free one, false none',
  );
  return adminPort.argParser((text) => (text === 'false' ? false : parsePort(text)));
}

export function logLevelOption(): Option {
  return new Option('--log-level <level>', 'how much to log')
    .choices(['debug', 'info', 'warn', 'error', 'silent'])
    .default('info');
}

export function serverOverrides({ host, port, adminPort, demo, jobs }: Omit<ServeOptions, 'logLevel'>): Overrides {
  return { host, port, adminPort, demo, jobs };
}

// Refuses an empty host, because Node would listen on all addresses of the machine.
export function parseHost(text: string): string {
  if (text.trim() === '') throw new InvalidArgumentError('It is empty; 0.0.0.0 stands for all addresses.');
  return text;
}

export function parsePort(text: string): number {
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > 65535) throw new InvalidArgumentError('A port is a whole number from 0 to 65535.');
  return port;
}
