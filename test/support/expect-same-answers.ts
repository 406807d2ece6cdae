import { expect } from 'chai';
import type { plain } from './stitched-shop.ts';

interface Seen {
  readonly path: string;
  readonly message: string;
}

function errorsOf({ errors }: ReturnType<typeof plain>): readonly Seen[] {
  return JSON.parse(JSON.stringify(errors));
}

/** The place in the answer where an error ends: the null that it became, or that took it along. */
function nullAt(data: unknown, path: string): string {
  const reached: string[] = [];
  let value: unknown = data;
  for (const key of path.split('.')) {
    if (value === null || typeof value !== 'object') break;
    value = Reflect.get(value, key);
    reached.push(key);
  }
  return value === null ? reached.join('.') : `no null at ${path}`;
}

export interface Answers {
  readonly actual: ReturnType<typeof plain>;
  readonly expected: ReturnType<typeof plain>;
  /** The merged schema's with nullable outputs only: every error that can come up. */
  readonly possible: ReturnType<typeof plain>;
}

/** Where several errors take one object along, graphql-js reports whichever comes first: any of them will do. */
export function expectSameAnswers({ actual, expected, possible }: Answers): void {
  // As text, so that the order of the keys counts too.
  expect(JSON.stringify(actual.data)).to.equal(JSON.stringify(expected.data));
  const direct = ({ path }: Seen): boolean => nullAt(expected.data, path) === path;
  expect(errorsOf(actual).filter(direct)).to.deep.equal(errorsOf(expected).filter(direct));
  const ends = (seen: readonly Seen[]): readonly string[] =>
    [...new Set(seen.map(({ path }) => nullAt(expected.data, path)))].toSorted();
  expect(ends(errorsOf(actual))).to.deep.equal(ends(errorsOf(expected)));
  const known = errorsOf(possible).map(({ path, message }) => `${path} ${message}`);
  for (const { path, message } of errorsOf(actual))
    if (!message.startsWith('Cannot return null')) expect(known).to.include(`${path} ${message}`);
}
