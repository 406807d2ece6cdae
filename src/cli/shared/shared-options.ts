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

export function logLevelOption(): Option {
  return new Option('--log-level <level>', 'how much to log')
    .choices(['debug', 'info', 'warn', 'error', 'silent'])
    .default('info');
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

export function parsePort(text: string): number {
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > 65535) throw new InvalidArgumentError('A port is a whole number from 0 to 65535.');
  return port;
}
