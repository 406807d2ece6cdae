/**
 * `stoa serve`: one extension alone, over HTTP. Its gateway is answered by `ServedExtension` of `placement`; other
 * clients get a gateway of one extension. Imports rooms up to `server`.
 */
export { startServed } from './start-served.ts';
