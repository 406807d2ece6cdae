import type { IncomingMessage } from 'node:http';
import { carriesCredentials } from '#auth';
import { type AcceptedEncoding, acceptedEncoding } from '#http';
import type { Gateway } from './gateway.ts';

/**
 * How a client wants the answer to a request; undefined when it is not compressed. What belongs to one user never is:
 * its length would tell a site that can add guesses to it what else is in it (BREACH).
 */
export function acceptedFor(
  { config }: Pick<Gateway, 'config'>,
  request: IncomingMessage,
): AcceptedEncoding | undefined {
  const accept = request.headers['accept-encoding'];
  if (accept === undefined || !config.server.compression || carriesCredentials(request)) return undefined;
  return acceptedEncoding(accept);
}
