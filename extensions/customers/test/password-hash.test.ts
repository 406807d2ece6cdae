import assert from 'node:assert/strict';
import { expect } from 'chai';
import { hashPassword, isPassword } from '../src/password-hash.ts';

describe('customers: password hashes', () => {
  it('are known again', async () => {
    const stored = await hashPassword('correct horse battery');
    expect(await isPassword('correct horse battery', stored)).to.equal(true);
    expect(await isPassword('correct horse batterz', stored)).to.equal(false);
  });

  it('carry their parameters, and a salt of their own', async () => {
    const [one, other] = await Promise.all([hashPassword('the same password'), hashPassword('the same password')]);
    expect(one).to.match(/^scrypt:16384:8:5:[\w-]{22}:[\w-]{43}$/);
    expect(one).to.not.equal(other);
  });

  it('are checked with the parameters that they were made with', async () => {
    // scrypt of "password" with the salt "NaCl", N 1024, r 8, p 16, from RFC 7914, cut to 32 bytes.
    const salt = Buffer.from('NaCl').toString('base64url');
    const hash = Buffer.from('fdbabe1c9d3472007856e7190d01e9fe7c6ad7cbc8237830e77376634b373162', 'hex');
    const stored = `scrypt:1024:8:16:${salt}:${hash.toString('base64url')}`;
    expect(await isPassword('password', stored)).to.equal(true);
  });

  it('take two ways to write one letter for the same', async () => {
    expect(await isPassword('cafe\u0301 au lait', await hashPassword('caf\u00e9 au lait'))).to.equal(true);
  });

  it('belong to no password when there is none', async () => {
    expect(await isPassword('', undefined)).to.equal(false);
  });

  it('are refused with 503 when too many are asked for at once, and made again later', async () => {
    const attempts = Array.from({ length: 30 }, () => isPassword('a password', undefined));
    const results = await Promise.allSettled(attempts);
    const refused = results.filter((result) => result.status === 'rejected');
    expect(refused).to.have.lengthOf(8);
    expect(refused[0]?.reason).to.include({ status: 503, expose: true });
    expect(await isPassword('a password', undefined)).to.equal(false);
  });

  it('of an unknown form are an error, not a wrong password', async () => {
    await assert.rejects(isPassword('a password', 'md5:abc'), /not of a known form/);
  });
});
