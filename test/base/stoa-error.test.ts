import { expect } from 'chai';
import { refusalOf } from '#base';
import { StoaError } from '#extension-api';

describe('a StoaError', () => {
  it('has the status of its code, or 400 for a code of its own', () => {
    expect(new StoaError('PAYLOAD_TOO_LARGE', 'x').status).to.equal(413);
    expect(new StoaError('TOO_HEAVY', 'x').status).to.equal(400);
    expect(new StoaError('toString'.toUpperCase(), 'x').status).to.equal(400);
  });

  it('keeps its cause', () => {
    const cause = new Error('why');
    expect(new StoaError('GONE', 'x', { cause }).cause).to.equal(cause);
    expect(new StoaError('GONE', 'x')).to.not.have.property('cause');
  });

  it('takes only codes and statuses that clients can rely on', () => {
    expect(() => new StoaError('out of stock', 'x')).to.throw(TypeError, 'OUT_OF_STOCK');
    for (const status of [200, 399, 600, 409.5])
      expect(() => new StoaError('CONFLICT', 'x', { status })).to.throw(RangeError, '400 to 599');
  });
});

describe('an error that no client should read', () => {
  it('is a bug', () => {
    const bugs = [
      new Error('x'),
      'CONFLICT',
      undefined,
      Object.assign(new Error('of an HTTP client'), { status: 404 }),
      Object.assign(new Error('no error'), { status: 200, expose: true }),
      Object.assign(new Error('of Node'), { code: 'ENOENT' }),
      Object.assign(new Error('masked'), { name: 'GraphQLError', extensions: { code: 'INTERNAL_SERVER_ERROR' } }),
      Object.assign(new Error('bare'), { name: 'GraphQLError', extensions: {} }),
    ];
    expect(bugs.map(refusalOf)).to.deep.equal(bugs.map(() => undefined));
  });
});
