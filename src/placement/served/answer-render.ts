import { isObject, RequestError } from '#base';
import type { RenderComponents } from '#pages';
import { toPlainError } from '../wire/plain-error.ts';
import { parseJson } from './answer-graphql.ts';
import type { ServedCode } from './served-code.ts';

/** Renders the components that the gateway names. Answers plain data. */
export async function answerRender({ running }: ServedCode, body: Buffer | undefined): Promise<readonly unknown[]> {
  const asked = parseJson(body);
  if (!isRenderRequest(asked)) throw new RequestError('BAD_USER_INPUT', 400, 'The body names no components.');
  const results = await running.render(asked);
  return results.map((one) => (one.kind === 'failed' ? { ...one, error: toPlainError(one.error) } : one));
}

function isRenderRequest(value: unknown): value is Parameters<RenderComponents>[0] {
  return isObject(value) && Array.isArray(value.components) && isObject(value.page) && isObject(value.areas);
}
