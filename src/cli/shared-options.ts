import { resolve } from 'node:path';
import { type Command, InvalidArgumentError, Option } from 'commander';
import type { LogLevel } from '../base/logger.ts';
import type { Overrides } from '../config/build-config.ts';

/** Absolute path of the gateway.yaml that `-c` names, from anywhere below the program. */
export function configFile(command: Command): string {
  const { config } = command.optsWithGlobals<{ readonly config: string }>();
  return resolve(config);
}

export interface ServeOptions {
  readonly host?: string;
  readonly port?: number;
  readonly adminPort?: number | false;
  readonly logLevel: LogLevel;
}

/** The options of commands that listen. */
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

/** What `--host`, `--port` and `--admin-port` put over gateway.yaml. */
export function serverOverrides({ host, port, adminPort }: ServeOptions): Overrides {
  return {
    ...(host === undefined ? {} : { host }),
    ...(port === undefined ? {} : { port }),
    ...(adminPort === undefined ? {} : { adminPort }),
  };
}

// Node would listen on all of the machine's addresses, which is not what an empty variable says.
function parseHost(text: string): string {
  if (text.trim() === '') throw new InvalidArgumentError('It is empty; 0.0.0.0 stands for all addresses.');
  return text;
}

function parsePort(text: string): number {
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > 65535) throw new InvalidArgumentError('A port is a whole number from 0 to 65535.');
  return port;
}
