import type { EndpointInput, Handler } from 'stoa';
import { ReviewRefusal } from './review-refusal.ts';

const statusOf = { BAD_USER_INPUT: 400, NOT_FOUND: 404 } as const;

/** The handler, with what the extension refuses answered as `{ "error": message }`; anything else it throws passes. */
export function answerRefusals<Input extends EndpointInput>(handler: Handler<Input>): Handler<Input> {
  return async (request, response, next) => {
    try {
      await handler(request, response, next);
    } catch (error) {
      if (!(error instanceof ReviewRefusal)) throw error;
      response.status(statusOf[error.code]).json({ error: error.message });
    }
  };
}
