import { gatewayPort, servedPort } from '../supergraph/addresses.ts';

/** Hive Gateway's image, whose working folder is /gateway. */
export const hiveImage = 'ghcr.io/graphql-hive/gateway:2';

/** A command of Stoa in the image that deploy/Dockerfile makes. */
function stoaCommand(port: number, ...words: readonly string[]): readonly string[] {
  return ['node', 'node_modules/stoa/bin/stoa.mjs', ...words, '--host', '0.0.0.0', '--port', String(port)];
}

export const startCommand = stoaCommand(gatewayPort, 'start');

export function serveCommand(extension: string): readonly string[] {
  return stoaCommand(servedPort, 'serve', extension);
}

/** The health check of a served extension, without a shell and without curl: the image has neither. */
export function probe(port: number): object {
  const script = `fetch('http://127.0.0.1:${port}/_stoa/livez').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))`;
  return { test: ['CMD', 'node', '-e', script], interval: '5s', timeout: '5s', start_period: '120s', retries: 3 };
}
