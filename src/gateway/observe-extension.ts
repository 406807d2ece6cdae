import { RequestError } from '../base/request-error.ts';
import type { RunningExtension } from '../placement/running-extension.ts';
import type { Telemetry } from '../telemetry/telemetry.ts';

/** The same extension, whose REST handlers are counted, timed and traced. */
export function observeExtension(extension: RunningExtension, telemetry: Telemetry): RunningExtension {
  const { rest } = telemetry.extension(extension.id);
  const { tracing } = telemetry;
  const handle: RunningExtension['handleRest'] =
    tracing === undefined
      ? (exchange) => extension.handleRest(exchange)
      : (exchange) => {
          const { routeId } = exchange.endpoint;
          const attributes = { 'stoa.extension': extension.id, 'stoa.route': routeId };
          return tracing.span({ name: `${extension.id} ${routeId}`, attributes }, () => extension.handleRest(exchange));
        };
  return {
    ...extension,
    handleRest: async (exchange) => {
      const begun = rest.begin();
      try {
        await handle(exchange);
        if (exchange.response.statusCode >= 500) rest.fail();
      } catch (error) {
        if (!exchange.context.signal.aborted && isFailure(error)) rest.fail();
        throw error;
      } finally {
        rest.end(begun);
      }
    },
  };
}

/** Not what is meant for the client: refusals, and errors with a status below 500 as Express's parsers throw them. */
function isFailure(error: unknown): boolean {
  if (error instanceof RequestError) return error.status >= 500;
  return !(error instanceof Error && 'status' in error && Number(error.status) < 500);
}
