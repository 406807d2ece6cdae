import { Agent, type ClientRequest, request } from 'node:http';
import type { Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { isObject, RequestError } from '#base';
import type { QueryResult } from '#extension-api';
import type { AskGateway } from '#placement';
import { wireFields, wirePaths } from '#placement';

/** Sends `context.query` to the gateway, over connections that the gateway hands to this process. */
export function askOverConnections(connect: () => Promise<Socket>): AskGateway {
  const agent = new HandedAgent(connect);
  return async ({ ticket, requestId, query, variables, signal }) => {
    const body = JSON.stringify({ query, variables });
    const asking = request({
      agent,
      signal,
      method: 'POST',
      path: wirePaths.query,
      headers: {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
        'x-request-id': requestId,
        ...(ticket === undefined ? {} : { [wireFields.ticket]: ticket }),
      },
    });
    asking.end(body);
    return await resultOf(asking, signal);
  };
}

async function resultOf(asking: ClientRequest, signal: AbortSignal): Promise<QueryResult<unknown>> {
  try {
    const [status, answer] = await new Promise<readonly [number, string]>((resolve, reject) => {
      asking.once('error', reject);
      asking.once('response', (response) => {
        text(response).then((answer) => resolve([response.statusCode ?? 0, answer]), reject);
      });
    });
    const result: unknown = JSON.parse(answer);
    if (status !== 200 || !isObject(result)) throw new Error(`the gateway answered with ${status}: ${answer}`);
    return result;
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof Error && 'code' in error)
      throw Object.assign(new RequestError('UNAVAILABLE', 503, 'The gateway cannot be reached; try again.'), {
        cause: error,
      });
    throw error;
  }
}

/** Connections of an agent that another process opens. */
class HandedAgent extends Agent {
  readonly #connect: () => Promise<Socket>;

  constructor(connect: () => Promise<Socket>) {
    super({ keepAlive: true, maxSockets: 16 });
    this.#connect = connect;
  }

  override createConnection(_options: unknown, callback?: (error: Error | null, socket: Socket) => void): undefined {
    this.#connect().then(
      (socket) => callback?.(null, socket),
      (error: Error) => Reflect.apply(callback ?? (() => undefined), undefined, [error]),
    );
  }
}
