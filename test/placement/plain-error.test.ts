import { expect } from 'chai';
import { GraphQLError } from 'graphql';
import { RequestError, refusalOf } from '#base';
import { StoaError } from '#extension-api';
import { isConnectionFailure } from '../../src/placement/wire/connection-failure.ts';
import { fromPlainError, type PlainError, toPlainError } from '../../src/placement/wire/plain-error.ts';

/** What is left of an error on the other side of a wire. */
function crossed(thrown: unknown): Error {
  const plain: PlainError = JSON.parse(JSON.stringify(toPlainError(thrown)));
  return fromPlainError(plain);
}

describe('an error that crosses', () => {
  it('is a refusal with its words, header fields and field messages', () => {
    const refusal = new RequestError('RATE_LIMITED', 429, 'slowly', { 'retry-after': '7' }, { name: 'too short' });
    expect(crossed(refusal))
      .to.be.instanceOf(RequestError)
      .and.to.deep.include({
        code: 'RATE_LIMITED',
        status: 429,
        message: 'slowly',
        headers: { 'retry-after': '7' },
        fields: { name: 'too short' },
      });
  });

  it('is an error of http-errors, which keeps its message to itself when it says so', () => {
    const secret = Object.assign(new Error('secret'), { status: 503, expose: false, code: 'UNAVAILABLE' });
    expect(crossed(secret)).to.not.be.instanceOf(RequestError);
    expect(crossed(secret)).to.deep.include({ status: 503, expose: false });
  });

  it('is a GraphQL error with its extensions, of whichever copy of graphql-js', () => {
    const foreign = Object.assign(new Error('gone'), { name: 'GraphQLError', extensions: { code: 'GONE', at: [1] } });
    for (const error of [new GraphQLError('gone', { extensions: { code: 'GONE', at: [1] } }), foreign])
      expect(crossed(error))
        .to.be.instanceOf(GraphQLError)
        .and.to.deep.include({ message: 'gone', extensions: { code: 'GONE', at: [1] } });
  });

  it('is a StoaError with its own code, also of a subclass', () => {
    class OutOfStock extends StoaError {}
    const thrown = new OutOfStock('OUT_OF_STOCK', 'none left', { status: 409, fields: { count: 'too many' } });
    expect(refusalOf(crossed(thrown))).to.deep.equal({
      code: 'OUT_OF_STOCK',
      status: 409,
      message: 'none left',
      isExposed: true,
      fields: { count: 'too many' },
      headers: {},
    });
  });

  it('may be for clients of both', () => {
    const both = Object.assign(new GraphQLError('no such review', { extensions: { code: 'NOT_FOUND' } }), {
      status: 404,
      expose: true,
    });
    expect(crossed(both))
      .to.be.instanceOf(GraphQLError)
      .and.to.deep.include({ status: 404, expose: true, extensions: { code: 'NOT_FOUND' } });
  });

  it('is a bug with message, code and stack for the log, also with the status of another service', () => {
    const bug = Object.assign(new TypeError('x is not a function'), { status: 404, code: 'E_OTHER' });
    const { stack, message } = crossed(bug);
    expect({ stack, message }).to.deep.equal({ stack: bug.stack, message: 'x is not a function' });
    expect(crossed(bug)).to.not.have.property('status');
    expect(crossed(bug)).to.have.property('code', 'E_OTHER');
  });

  it('is an outage with its code when it is one, or has one behind it', () => {
    const away = new RequestError('UNAVAILABLE', 503, 'away', { 'retry-after': '7' });
    const wrapped = new Error('cannot save', { cause: new AggregateError([away]) });
    for (const error of [away, wrapped])
      expect(crossed(error))
        .to.be.instanceOf(RequestError)
        .and.to.deep.include({ code: 'UNAVAILABLE', status: 503, message: 'away', headers: { 'retry-after': '7' } });
    expect(crossed(wrapped)).to.have.property('stack', wrapped.stack);
  });

  it('still counts as a connection failure', () => {
    const refused = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' });
    expect(isConnectionFailure(crossed(new TypeError('fetch failed', { cause: refused })))).to.equal(true);
    expect(isConnectionFailure(crossed(new Error('other')))).to.equal(false);
  });

  it('is described whatever it is', () => {
    const trap = {
      get() {
        throw new Error('trap');
      },
    };
    expect(crossed('just text').message).to.equal("thrown: 'just text'");
    expect(crossed(undefined).message).to.equal('thrown: undefined');
    expect(crossed(Object.defineProperty(new Error('x'), 'message', trap)).message).to.equal(
      'an error that cannot be read',
    );
    expect(crossed(new GraphQLError('big', { extensions: { size: 1n } })).message).to.equal('big');
  });
});
