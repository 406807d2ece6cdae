/** Which generation of the gateway answers: in development, or with `server.debugHeaders`. */
export const generationHeader = 'x-stoa-generation';

/** Headers that are the gateway's, and stay when an answer that was begun is forgotten for another. */
export const ownHeaders: ReadonlySet<string> = new Set(['x-request-id', generationHeader]);
