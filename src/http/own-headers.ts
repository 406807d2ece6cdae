/** The generation of the gateway that answered: set in development, or with `server.debugHeaders`. */
export const generationHeader = 'x-stoa-generation';

/**
 * Headers that the gateway owns. They stay when another answer replaces one that a handler began. A stopping server
 * sets `connection` to refuse further requests.
 */
export const ownHeaders: ReadonlySet<string> = new Set(['x-request-id', 'connection', generationHeader]);
