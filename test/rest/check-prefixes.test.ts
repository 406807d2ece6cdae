import { expect } from 'chai';
import { checkPrefixes } from '../../src/rest/check-forms.ts';
import { testManifest } from '../support/test-manifests.ts';

describe('a route below a locale of the shop', () => {
  const manifests = [testManifest('foo', { german: { path: '/de/foos' }, goods: { path: '/deals' } })];

  it('is a finding, since no request reaches it', () => {
    const findings = checkPrefixes(manifests, ['en-IE', 'de']);
    expect(findings.map(({ code, what }) => `${code} ${what}`)).to.deep.equal([
      'ROUTE_JSON_INVALID the path /de/foos begins with a locale of the shop, which the gateway takes away',
    ]);
    expect(checkPrefixes(manifests, ['de'])).to.deep.equal([]);
  });
});
