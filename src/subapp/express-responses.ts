import type { ServerResponse } from 'node:http';
import type { Express } from 'express';
import { countedEnd } from './counted-end.ts';

/** The gateway listens four times, and one `pipeline` of an extension's seven; Node's own 10 would be a warning on the console. */
const manyListeners = 30;

/**
 * Gives responses the methods of an application's (`json`, `status`, `redirect`, ...), as Express does before it runs its
 * stack, and counts their bytes. What the server's own class of responses adds to Node's stays, which Express would replace.
 */
export function adoptResponses(app: Express): (response: ServerResponse, request: object) => void {
  const methods = {
    ...Object.getOwnPropertyDescriptors(Object.getPrototypeOf(app.response)),
    ...Object.getOwnPropertyDescriptors(app.response),
    end: { value: countedEnd, writable: true, configurable: true },
  };
  const prototypes = new Map<object, object>();
  return (response, request) => {
    const own: object = Object.getPrototypeOf(response) ?? {};
    const prototype = prototypes.get(own) ?? Object.create(own, methods);
    prototypes.set(own, prototype);
    Object.setPrototypeOf(response, prototype);
    Object.assign(response, { req: request, locals: Object.create(null), strictContentLength: true });
    response.setMaxListeners(manyListeners);
  };
}
