import { expect } from 'chai';
import { UsedNonces } from '../../../src/placement/wire/used-nonces.ts';

describe('nonces of signed calls', () => {
  const start = 1_800_000_000_000;

  it('are good once, for longer than any signature is valid', () => {
    const nonces = new UsedNonces();
    nonces.use('a', start);
    nonces.use('b', start);
    expect(() => nonces.use('a', start + 119_000)).to.throw('a second time');
    nonces.use('a', start + 121_000);
  });

  it('are never forgotten for want of room: a call is refused instead, until there is room', () => {
    const nonces = new UsedNonces(2);
    nonces.use('a', start);
    nonces.use('b', start + 1_000);
    expect(() => nonces.use('c', start + 2_000)).to.throw('Too many signed calls');
    expect(() => nonces.use('a', start + 2_000)).to.throw('a second time');
    nonces.use('c', start + 120_500);
    expect(() => nonces.use('b', start + 120_500)).to.throw('a second time');
  });
});
