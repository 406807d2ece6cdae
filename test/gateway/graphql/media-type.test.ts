import { expect } from 'chai';
import { negotiateMediaType } from '#http';

const modern = 'application/graphql-response+json';
const legacy = 'application/json';

describe('the media type of a GraphQL answer', () => {
  const cases = [
    { accept: undefined, type: legacy },
    { accept: '*/*', type: legacy },
    { accept: 'application/*', type: legacy },
    { accept: legacy, type: legacy },
    { accept: modern, type: modern },
    { accept: `${modern}, ${legacy}`, type: modern },
    { accept: `${legacy}, ${modern}`, type: modern },
    { accept: `${modern};q=0.5, ${legacy};q=0.9`, type: legacy },
    { accept: `${modern};q=0.9, ${legacy};q=0.5`, type: modern },
    { accept: `${legacy};q=0.5, */*`, type: modern },
    { accept: `${modern}, */*;q=0.1`, type: modern },
    { accept: `${legacy};q=0, */*`, type: modern },
    { accept: `${modern};q=0, */*`, type: legacy },
    { accept: `${legacy}; charset=utf-8`, type: legacy },
    { accept: 'APPLICATION/GraphQL-Response+JSON', type: modern },
    { accept: 'text/html, application/xhtml+xml, */*;q=0.8', type: legacy },
    { accept: `${legacy};q=2, ${modern};q=0.1`, type: modern },
  ];
  for (const { accept, type } of cases) {
    it(`is ${type} for Accept: ${accept ?? '(none)'}`, () => {
      expect(negotiateMediaType(accept)).to.equal(type);
    });
  }

  for (const accept of ['text/html', '', `${legacy};q=0`, '*/*;q=0', 'nonsense', `${modern};q=x`]) {
    it(`is none for Accept: ${accept}`, () => {
      expect(() => negotiateMediaType(accept))
        .to.throw()
        .that.includes({ status: 406, code: 'NOT_ACCEPTABLE' });
    });
  }
});
