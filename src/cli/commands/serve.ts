import { type Command, Option } from 'commander';
import { configFile, logLevelOption, parseHost, parsePort, type ServeOptions } from '../shared/shared-options.ts';

interface ServeOneOptions extends Pick<ServeOptions, 'host' | 'port' | 'logLevel'> {
  readonly socket?: string;
  readonly tlsCert?: string;
  readonly tlsKey?: string;
}

export function registerServe(program: Command): void {
  program
    .command('serve <name>')
    .description('serve one extension alone, for a gateway whose gateway.yaml places it at a URL')
    .addOption(new Option('--host <address>', 'listen on this address instead of server.host').argParser(parseHost))
    .addOption(new Option('--port <number>', 'listen on this port instead of that of its URL').argParser(parsePort))
    .addOption(
      new Option('--socket <path>', 'listen on this Unix socket instead of a port').conflicts(['host', 'port']),
    )
    .addOption(new Option('--tls-cert <file>', 'answer https with this certificate (PEM)'))
    .addOption(new Option('--tls-key <file>', 'the key of the certificate (PEM)'))
    .addOption(logLevelOption())
    .action(async (name: string, options: ServeOneOptions, command: Command) => {
      process.env.NODE_ENV ??= 'production';
      const { serveOne } = await import('../shared/serve-one.ts');
      const { host, port, socket, tlsCert: cert, tlsKey: key, logLevel } = options;
      await serveOne(configFile(command), { name, at: { host, port, socket, cert, key }, logLevel });
    });
}
