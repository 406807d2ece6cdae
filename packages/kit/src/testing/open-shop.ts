import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type Config,
  createLogger,
  issueToken,
  issueVisitor,
  loadConfig,
  openTemporaryServer,
  type RunningGateway,
  startGateway,
  type TestGateway,
  type TestOptions,
} from 'stoa/tooling';
import { startAcrossWire } from '../wire/index.ts';
import { requestsTo } from './server/test-requests.ts';

/** Opens the shop of a gateway.yaml for a test, with a database of its own. Throws StartupError. */
export async function openShop(options: TestOptions): Promise<TestGateway> {
  const { file = 'gateway.yaml', development = false, seed = true, wire = false } = options;
  const environment = { ...process.env, ...options.environment };
  const overrides = { port: 0, adminPort: false, demo: true } as const;
  const read = await loadConfig(file, { environment, overrides, generatedSecrets: 'look' });
  const server = await openTemporaryServer();
  const stateFolder = await mkdtemp(join(tmpdir(), 'stoa-testing-'));
  const log: string[] = [];
  const wireFindings: TestGateway['wireFindings'][number][] = [];
  let running: RunningGateway | undefined;
  let closing: Promise<unknown> | undefined;
  const closeAll = async (): Promise<void> => {
    await running?.close({ drainMs: 1_000 });
    await Promise.all([server.close(), rm(stateFolder, { recursive: true, force: true })]);
  };
  const close = async (): Promise<void> => {
    closing ??= closeAll();
    await closing;
  };
  try {
    const { url } = await server.create('test');
    const { path: _real, ...files } = read.files;
    const config: Config = { ...read, stateFolder, files, database: { ...read.database, url } };
    const logger = createLogger('debug', { write: (line: string) => void log.push(line.trimEnd()) });
    const across = startAcrossWire(({ code, severity, extension, place, where, what, fix }) => {
      wireFindings.push({ code, severity, extension, place, file: where.file, what, fix });
    });
    running = await startGateway(config, {
      logger,
      development,
      environment,
      overrides,
      ...(wire && { startOf: () => across }),
    });
    if (seed) await running.database.seed(running.gateway.manifests);
    return {
      ...requestsTo(running.url),
      url: running.url,
      log,
      wireFindings,
      token: ({ id = 'tester', permissions = [] } = {}) => issueToken(config, { subject: id, permissions }),
      visitor: () => issueVisitor(config),
      close,
      [Symbol.asyncDispose]: close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}
