import { type IncomingMessage, ServerResponse } from 'node:http';
import type { Express } from 'express';
import { countedEnd } from './counted-end.ts';
import { type OwedFields, owe, owingMethods } from './owed-fields.ts';
import { quickJson } from './quick-json.ts';

/** The gateway listens four times, and one `pipeline` of an extension's seven; Node's own 10 would be a warning on the console. */
const manyListeners = 30;

export type AdoptResponse = (response: ServerResponse, request: IncomingMessage, fields: OwedFields) => void;

/**
 * Gives responses the methods of an application's (`json`, `status`, `redirect`, ...), as Express does before it runs its
 * stack, counts their bytes, and sees to it that they are answers.
 */
export function adoptResponses(app: Express): AdoptResponse {
  const methods = {
    ...Object.getOwnPropertyDescriptors(Object.getPrototypeOf(app.response)),
    ...Object.getOwnPropertyDescriptors(app.response),
    ...owingMethods,
    json: { value: quickJson(app), writable: true, configurable: true, enumerable: true },
    end: { value: countedEnd, writable: true, configurable: true },
  };
  const prototype: object = Object.create(ServerResponse.prototype, methods);
  return (response, request, fields) => {
    Object.setPrototypeOf(response, prototype);
    owe(response, fields);
    Object.assign(response, { req: request });
    response.locals = Object.create(null);
    response.strictContentLength = true;
    response.setMaxListeners(manyListeners);
  };
}

declare module 'node:http' {
  interface ServerResponse<Request extends IncomingMessage = IncomingMessage> {
    /** What Express gives every response: a place for what its handlers tell each other. */
    locals?: object;
  }
}
