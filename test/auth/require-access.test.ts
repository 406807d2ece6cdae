import { expect } from 'chai';
import { requireAccess } from '../../src/auth/require-access.ts';
import type { Caller } from '../../src/extension-api.ts';
import { refusal } from '../support/auth-request.ts';

const guest: Caller = { kind: 'guest' };
const ann: Caller = { kind: 'user', id: 'ann', permissions: ['foos:read'] };

function attempt(caller: Caller, access: Parameters<typeof requireAccess>[1]): unknown {
  try {
    requireAccess(caller, access);
    return 'passes';
  } catch (error) {
    return error;
  }
}

describe('requireAccess', () => {
  it('lets everybody in where it is public', () => {
    expect(attempt(guest, { access: 'public', permissions: [] })).to.equal('passes');
    expect(attempt(ann, { access: 'public', permissions: [] })).to.equal('passes');
  });

  it('answers 401 to a guest where it is private', () => {
    expect(refusal(attempt(guest, { access: 'private', permissions: [] }))).to.deep.equal({
      code: 'UNAUTHENTICATED',
      status: 401,
      challenge: 'Bearer',
    });
  });

  it('answers 401 and not 403 to a guest where permissions are needed too', () => {
    expect(refusal(attempt(guest, { access: 'private', permissions: ['foos:read'] }))).to.have.property('status', 401);
  });

  it('lets a user in who has all permissions', () => {
    expect(attempt(ann, { access: 'private', permissions: [] })).to.equal('passes');
    expect(attempt(ann, { access: 'private', permissions: ['foos:read'] })).to.equal('passes');
  });

  it('answers 403 to a user without one, and names what is missing', () => {
    const error = attempt(ann, { access: 'private', permissions: ['foos:read', 'foos:write'] });
    expect(refusal(error)).to.deep.include({ code: 'FORBIDDEN', status: 403 });
    expect(error).to.have.property('message', 'This route needs the permission foos:write.');
  });

  it('names all that are missing', () => {
    const error = attempt(ann, { access: 'private', permissions: ['a:b', 'foos:read', 'c:d'] });
    expect(error).to.have.property('message', 'This route needs the permission a:b, c:d.');
  });
});
