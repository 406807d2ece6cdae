import { createHmac } from 'node:crypto';
import { expect } from 'chai';
import { isSigned } from '../src/verify-signature.ts';

describe('card: isSigned', () => {
  const [secret, body, seconds] = ['whsec_of_the_test', '{"id":"evt_1"}', 1_800_000_000];
  const sign = (time: number, text = body, key = secret) =>
    createHmac('sha256', key).update(`${time}.${text}`).digest('hex');
  const right = sign(seconds);

  for (const [what, header, expected] of [
    ['a right signature', `t=${seconds},v1=${right}`, true],
    ['one of two secrets', `t=${seconds},v1=${sign(seconds, body, 'whsec_other')},v1=${right}`, true],
    ['five minutes', `t=${seconds - 300},v1=${sign(seconds - 300)}`, true],
    ['more than five minutes', `t=${seconds - 301},v1=${sign(seconds - 301)}`, false],
    ['a time of the future', `t=${seconds + 301},v1=${sign(seconds + 301)}`, false],
    ['another secret', `t=${seconds},v1=${sign(seconds, body, 'whsec_other')}`, false],
    ['another body', `t=${seconds},v1=${sign(seconds, '{}')}`, false],
    ['another time than the signed one', `t=${seconds + 1},v1=${right}`, false],
    ['another scheme', `t=${seconds},v0=${right}`, false],
    ['no hexadecimal', `t=${seconds},v1=zz`, false],
    ['no time', `v1=${right}`, false],
    ['no header', undefined, false],
  ] as const)
    it(`${expected ? 'takes' : 'refuses'} ${what}`, () => {
      expect(isSigned(body, header, { secret, now: seconds * 1000 })).to.equal(expected);
    });
});
