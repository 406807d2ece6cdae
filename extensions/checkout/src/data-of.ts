import type { QueryResult } from 'stoa';

/** The data of an answer without errors: half of it is no ground for an order. */
export function dataOf<Data>({ data, errors }: QueryResult<Data>): Data {
  if (data == null || (errors !== undefined && errors.length > 0))
    throw new AggregateError(errors ?? [], `the shop does not answer: ${errors?.[0]?.message}`);
  return data;
}

/** Whether an answer says that there is no such thing. */
export function isNotFound({ errors }: QueryResult<unknown>): boolean {
  const [error] = errors ?? [];
  if (error === undefined || !('extensions' in error)) return false;
  const { extensions } = error;
  return (
    typeof extensions === 'object' && extensions !== null && 'code' in extensions && extensions.code === 'NOT_FOUND'
  );
}
