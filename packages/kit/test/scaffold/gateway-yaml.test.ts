import { expect } from 'chai';
import { parse } from 'yaml';
import { withExtension, withPage } from '../../src/scaffold/gateway-yaml.ts';

const extension = { name: 'gifts', resolve: './extensions/gifts' };
const page = { name: 'giftPage', path: '/gifts/:giftId' };

describe('gateway.yaml with one more', () => {
  for (const [what, text] of [
    [
      'a list',
      'system:\n  extensions:\n    # First.\n    - { name: a, resolve: ./a } # the first\nserver: { port: 1 }\n',
    ],
    ['a list of blocks', 'system:\n  extensions:\n    - name: a\n      resolve: ./a\n'],
    ['a list in brackets', 'system: { extensions: [{ name: a, resolve: ./a }] }\n'],
    ['a file without an end of line', 'system:\n  extensions:\n    - { name: a, resolve: ./a }'],
  ] as const)
    it(`extension keeps ${what}`, () => {
      const changed = withExtension(text, extension);
      expect(parse(changed).system.extensions).to.deep.equal([{ name: 'a', resolve: './a' }, extension]);
      for (const line of text
        .trim()
        .split('\n')
        .filter((each) => !each.includes('[')))
        expect(changed).to.include(line);
    });

  it('extension fills an empty list, and makes one', () => {
    for (const text of ['system:\n  extensions: []\n', 'version: 1\n'])
      expect(parse(withExtension(text, extension)).system.extensions).to.deep.equal([extension]);
  });

  for (const [what, text] of [
    ['a map', 'pages:\n  home: { path: / } # first\n  # second\n  other: { path: /other }\nserver: { port: 1 }\n'],
    ['a map of blocks', 'pages:\n  home:\n    path: /\n  other:\n    path: /other\n'],
    ['a map in braces', 'pages: { home: { path: / }, other: { path: /other } }\n'],
  ] as const)
    it(`page keeps ${what}`, () => {
      const { pages } = parse(withPage(text, page));
      expect(pages).to.deep.equal({
        home: { path: '/' },
        other: { path: '/other' },
        giftPage: { path: '/gifts/:giftId' },
      });
    });

  it('page makes the map', () => {
    expect(parse(withPage('version: 1', page))).to.deep.equal({ version: 1, pages: { giftPage: { path: page.path } } });
  });
});
