import { isObject, RequestError } from '#base';
import type { Context } from '#extension-api';
import { parseJson } from './answer-graphql.ts';
import type { ServedCode } from './served-code.ts';

/** Runs the task that the gateway names. Rejects with the task's error. */
export async function answerTask({ running }: ServedCode, context: Context, body: Buffer | undefined): Promise<void> {
  const asked = parseJson(body);
  if (!isObject(asked) || typeof asked.task !== 'string' || typeof asked.attempt !== 'number')
    throw new RequestError('BAD_USER_INPUT', 400, 'The body names no task.');
  const { task, attempt, input = null } = asked;
  await running.runTask({ task, attempt, input, context });
}
