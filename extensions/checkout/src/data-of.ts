import type { QueryResult } from 'stoa';

/** The data of an answer without errors: half of it is no ground for an order. */
export function dataOf<Data>(answer: QueryResult<Data>): Data {
  const { data, errors } = answer;
  if (data == null || !isWhole(answer))
    throw new AggregateError(errors ?? [], `the shop does not answer: ${errors?.[0]?.message}`);
  return data;
}

/** Whether nothing of an answer is missing. */
export function isWhole({ errors = [] }: QueryResult<unknown>): boolean {
  return errors.length === 0;
}

type Methods<Method> = QueryResult<{ readonly paymentMethods: readonly Method[] }>;

/** The ways to pay. Those of an extension that is away are missing. Throws where no other is the one that is wanted. */
export function paymentMethodsOf<Method>(
  answer: Methods<Method>,
  isWanted: (method: Method) => boolean = () => true,
): readonly Method[] {
  const methods = answer.data?.paymentMethods ?? [];
  return methods.some(isWanted) ? methods : dataOf(answer).paymentMethods;
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
