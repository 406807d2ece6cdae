import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Gateway } from '../../gateway/gateway.ts';
import { observationOf } from '../../telemetry/observed-response.ts';

/** Counts a request whose response has closed, and logs it when gateway.yaml enables the access log. */
export function endRequest(
  { telemetry, config, logger }: Pick<Gateway, 'telemetry' | 'config' | 'logger'>,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  telemetry.inFlight--;
  const ended = telemetry.finish(response);
  if (ended === undefined || !config.server.accessLog) return;
  const { series, status, ms } = ended;
  logger.info('request', {
    requestId: observationOf(response)?.requestId ?? response.getHeader('x-request-id'),
    method: request.method,
    // Without the query string, which may contain secrets.
    path: request.url?.split('?')[0],
    kind: series.kind,
    name: series.name,
    status,
    ms: Math.round(ms * 10) / 10,
  });
}
