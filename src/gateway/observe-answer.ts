import { RequestError } from '#base';
import { type RestExchange, sendAnswer } from '#rest';
import type { Telemetry } from '#telemetry';
import type { PlacedExtension } from './placed-extension.ts';

/** Lets an extension answer a request, and sends the answer. Counts, times and traces the call. */
export async function answerObserved(
  { id, running }: PlacedExtension,
  exchange: RestExchange,
  telemetry: Telemetry,
): Promise<void> {
  const { rest } = telemetry.extension(id);
  const { tracing } = telemetry;
  const answer = async (): Promise<void> => {
    const given = await running.answer(exchange);
    if (given.kind === 'answer') await sendAnswer(exchange.response, given);
  };
  const traced = (): Promise<void> => {
    if (tracing === undefined) return answer();
    const { routeId } = exchange.endpoint;
    const attributes = { 'stoa.extension': id, 'stoa.route': routeId };
    return tracing.span({ name: `${id} ${routeId}`, attributes }, answer);
  };
  const begun = rest.begin();
  try {
    await traced();
    if (exchange.response.statusCode >= 500) rest.fail();
  } catch (error) {
    if (!exchange.context.signal.aborted && isFailure(error)) rest.fail();
    throw error;
  } finally {
    rest.end(begun);
  }
}

/** Not for refusals, nor for errors with a status below 500 as Express's parsers throw them. */
function isFailure(error: unknown): boolean {
  if (error instanceof RequestError) return error.status >= 500;
  return !(error instanceof Error && 'status' in error && Number(error.status) < 500);
}
