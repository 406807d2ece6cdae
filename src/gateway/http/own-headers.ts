/** Which generation of the gateway answers: in development, or with `server.debugHeaders`. */
export const generationHeader = 'x-stoa-generation';

/**
 * Headers that are the gateway's, and stay when an answer that was begun is forgotten for another. A server that stops says with
 * `connection` that it takes no further request.
 */
export const ownHeaders: ReadonlySet<string> = new Set(['x-request-id', 'connection', generationHeader]);
