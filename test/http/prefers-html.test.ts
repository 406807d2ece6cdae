import { expect } from 'chai';
import { prefersHtml } from '../../src/http/prefers-html.ts';

describe('a client', () => {
  for (const [accept, expected] of [
    [undefined, false],
    ['*/*', false],
    ['application/json', false],
    ['text/html', true],
    ['text/*', true],
    ['text/*, application/*;q=0.5', true],
    ['text/html, */*', false],
    ['text/html, application/json', false],
    ['text/html;q=0.8, application/json', false],
    ['text/html;q=0.8, application/graphql-response+json', false],
    ['application/json;q=0.8, TEXT/HTML', true],
    ['text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8', true],
    ['text/html;q=0', false],
    ['text/html;q=0, */*', false],
    ['text/html;q=nonsense', false],
    [', ;', false],
  ] as const) {
    it(`${expected ? 'prefers' : 'does not prefer'} HTML when it accepts ${accept}`, () => {
      expect(prefersHtml(accept)).to.equal(expected);
    });
  }
});
