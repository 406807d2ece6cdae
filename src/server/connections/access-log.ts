import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Gateway } from '#gateway';
import { observationOf, type Telemetry } from '#telemetry';

/** Writes a line for each request, if gateway.yaml enables the access log. */
export class AccessLog {
  /** Bytes that a connection had sent when its last response ended. */
  readonly #sent = new WeakMap<Socket, number>();

  /** Begins a request. Returns the function that logs its end; undefined when the log is off. */
  begin(
    { config, edge, logger }: Pick<Gateway, 'config' | 'edge' | 'logger'>,
    request: IncomingMessage,
    response: ServerResponse,
  ): ((ended: NonNullable<ReturnType<Telemetry['finish']>>) => void) | undefined {
    if (!config.server.accessLog) return undefined;
    const { socket, url = '' } = request;
    // Read now: a closed connection has no address.
    const client = edge.clientOf(request).address;
    const before = socket.bytesWritten;
    let bytes: number | undefined;
    const measure = (): number => {
      // Pipelined requests begin before the response that precedes theirs has ended.
      bytes ??= socket.bytesWritten - Math.max(before, this.#sent.get(socket) ?? 0);
      this.#sent.set(socket, socket.bytesWritten);
      return bytes;
    };
    // Before Node's own listener, which sends the next pipelined response.
    response.prependOnceListener('finish', measure);
    return ({ series, status, ms }) => {
      const { operation, requestId, inSpan = (work: () => void) => work() } = observationOf(response) ?? {};
      inSpan(() =>
        logger.info('request', {
          requestId: requestId ?? response.getHeader('x-request-id'),
          client,
          method: request.method,
          // Without the query string, which may contain secrets. `request.url` has lost its locale by now.
          path: url.split('?')[0],
          kind: series.kind,
          name: series.name,
          operation: operation?.name,
          status,
          bytes: bytes ?? measure(),
          ms: Math.round(ms * 10) / 10,
        }),
      );
    };
  }
}
