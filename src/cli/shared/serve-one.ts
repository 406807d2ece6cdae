import { dirname } from 'node:path';
import { createLogger, type LogLevel } from '#base';
import { loadConfig } from '#config';
import { startServed } from '#serve';
import { guardProcess } from '#server';
import { startSdk } from '#telemetry';
import { guardExits } from '#watchdog';
import { writeOutput } from './output.ts';
import { printReport } from './print-findings.ts';
import { aborted, closeMs, exit, listenForStopSignals, watch } from './stop-signals.ts';

/** Runs `stoa serve`: returns when the process was asked to stop. */
export async function serveOne(
  file: string,
  { logLevel, ...options }: Omit<Parameters<typeof startServed>[1], 'logger'> & { readonly logLevel: LogLevel },
): Promise<void> {
  const logger = createLogger(logLevel);
  const sdk = startSdk({ environment: process.env, folder: dirname(file), logger });
  const stopping = listenForStopSignals();
  guardExits({ logger });
  // Its operator gives it no secrets of the gateway, so none is created or asked for.
  const config = await loadConfig(file, {
    environment: process.env,
    generatedSecrets: 'look',
    purpose: 'look',
    warn: printReport,
  });
  const running = await startServed(config, { ...options, logger });
  guardProcess(logger);
  const watchdog = watch(stopping, logLevel, { logger, exitMs: () => config.watchdog.exitMs });
  await writeOutput(`The extension ${options.name} is served at ${running.url}`).catch((err: unknown) =>
    logger.warn('the output has no reader', { err }),
  );
  await aborted(stopping.first);

  const { readinessDelayMs, drainMs } = config.server.stop;
  logger.info('stopping', { readinessDelayMs, drainMs });
  const late = setTimeout(() => process.exit(1), readinessDelayMs + drainMs + closeMs).unref();
  const hurried = aborted(stopping.second).then(() => process.exit(1));
  await Promise.race([running.close({ readinessDelayMs, drainMs }), hurried]);
  await watchdog[Symbol.asyncDispose]();
  logger.info('stopped');
  clearTimeout(late);
  await exit(sdk);
}
