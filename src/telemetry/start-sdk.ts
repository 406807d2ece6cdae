import { createRequire } from 'node:module';
import { join } from 'node:path';
import { errorCode, errorMessage, exportFailed, type Logger, openTelemetry, requireOwn, withTimeout } from '#base';

type Environment = Readonly<Record<string, string | undefined>>;

interface StartSdkOptions {
  readonly environment: Environment;
  /** The folder of gateway.yaml. The SDK is a package of the shop. */
  readonly folder: string;
  readonly logger: Logger;
}

/** Each of them asks for OTLP: https://opentelemetry.io/docs/specs/otel/protocol/exporter/ */
const endpointVariables = [
  'OTEL_EXPORTER_OTLP_ENDPOINT',
  'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT',
  'OTEL_EXPORTER_OTLP_LOGS_ENDPOINT',
] as const;

const packageName = '@opentelemetry/sdk-node';
const flushMs = 1_000;
/** Milliseconds between two lines about a collector that does not answer. */
const failureMs = 60_000;

/**
 * Starts OpenTelemetry's NodeSDK, which reads `OTEL_*` itself, when a variable names an OTLP endpoint. Undefined
 * without such a variable, and when the process has an SDK already. Without the package, a warning names the command.
 */
export function startSdk({ environment, folder, logger }: StartSdkOptions) {
  const variable = endpointVariables.find((name) => (environment[name] ?? '') !== '');
  if (variable === undefined || openTelemetry('trace') !== undefined) return undefined;
  try {
    const sdk: typeof import('@opentelemetry/sdk-node') = createRequire(join(folder, 'gateway.yaml'))(packageName);
    reportFailures(logger);
    // Prometheus scrapes the metrics, so the SDK reads none. Its instrumentations would trace requests twice.
    const running = new sdk.NodeSDK({ ...serviceName(environment), metricReaders: [], instrumentations: [] });
    running.start();
    logger.info('traces and logs are sent', { variable });
    // Sends what waits, and stops.
    return { stop: () => withTimeout(running.shutdown(), flushMs).catch((err) => reportLoss(logger, err)) };
  } catch (error) {
    const isMissing = errorCode(error) === 'MODULE_NOT_FOUND' && errorMessage(error).includes(packageName);
    logger.warn('traces and logs are not sent', {
      reason: isMissing ? `${variable} is set, but ${packageName} is not installed` : errorMessage(error),
      fix: isMissing ? `npm install ${packageName}` : `Install another version of ${packageName}.`,
    });
    return undefined;
  }
}

/** The SDK's own default is `unknown_service:node`. */
function serviceName({ OTEL_SERVICE_NAME, OTEL_RESOURCE_ATTRIBUTES = '' }: Environment): { serviceName?: string } {
  const isNamed = (OTEL_SERVICE_NAME ?? '') !== '' || OTEL_RESOURCE_ATTRIBUTES.includes('service.name=');
  return isNamed ? {} : { serviceName: 'stoa' };
}

/** The SDK reports its failures, such as a collector that is away, to `diag` alone. */
function reportFailures(logger: Logger): void {
  const { diag, DiagLogLevel }: typeof import('@opentelemetry/api') = requireOwn('@opentelemetry/api');
  let reportedAt = Number.NEGATIVE_INFINITY;
  const report = (reason: string): void => {
    if (performance.now() - reportedAt < failureMs) return;
    reportedAt = performance.now();
    logger.warn(exportFailed, { reason });
  };
  const ignore = (): void => undefined;
  diag.setLogger({ error: report, warn: report, info: ignore, debug: ignore, verbose: ignore }, DiagLogLevel.WARN);
}

function reportLoss(logger: Logger, error: unknown): void {
  logger.warn(exportFailed, { reason: `the last ones: ${errorMessage(error)}` });
}
