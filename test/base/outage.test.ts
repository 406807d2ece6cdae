import { expect } from 'chai';
import { GraphQLError } from 'graphql';
import { outageOf, RequestError } from '#base';

const away = new RequestError('UNAVAILABLE', 503, 'away', { 'retry-after': '7' });

describe('the outage behind an error', () => {
  const cases: Readonly<Record<string, readonly [thrown: unknown, outage: unknown]>> = {
    'is the error itself': [away, { message: 'away', retryAfter: '7' }],
    'is a cause of it': [
      new Error('a', { cause: new Error('b', { cause: away }) }),
      { message: 'away', retryAfter: '7' },
    ],
    'is one of several errors': [new AggregateError([new Error('a'), away]), { message: 'away', retryAfter: '7' }],
    'is an error of GraphQL with its code': [
      new GraphQLError('gone', { extensions: { code: 'EXTENSION_TIMEOUT' } }),
      { message: 'gone', retryAfter: '1' },
    ],
    'is not another refusal': [new RequestError('FORBIDDEN', 403, 'no'), undefined],
    'is not an error of the system with that code': [Object.assign(new Error('x'), { code: 'UNAVAILABLE' }), undefined],
    'is not in what is no error': [{ name: 'RequestError', code: 'UNAVAILABLE' }, undefined],
  };
  for (const [name, [thrown, outage]] of Object.entries(cases))
    it(name, () => {
      expect(outageOf(thrown)).to.deep.equal(outage);
    });

  it('is looked for in a circle of causes only for a while', () => {
    const error = new Error('round');
    error.cause = error;
    expect(outageOf(error)).to.equal(undefined);
  });
});
