import type { ServerResponse } from 'node:http';
import type { Express } from 'express';

/**
 * Gives responses the methods of an application's (`json`, `status`, `redirect`, ...), as Express does before it runs its
 * stack. What the server's own class of responses adds to Node's stays, which Express would replace.
 */
export function adoptResponses(app: Express): (response: ServerResponse, request: object) => void {
  const methods = {
    ...Object.getOwnPropertyDescriptors(Object.getPrototypeOf(app.response)),
    ...Object.getOwnPropertyDescriptors(app.response),
  };
  const prototypes = new Map<object, object>();
  return (response, request) => {
    const own: object = Object.getPrototypeOf(response) ?? {};
    const prototype = prototypes.get(own) ?? Object.create(own, methods);
    prototypes.set(own, prototype);
    Object.setPrototypeOf(response, prototype);
    Object.assign(response, { req: request, locals: Object.create(null) });
  };
}
