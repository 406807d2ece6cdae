import { expect } from 'chai';
import fc from 'fast-check';
import { jsonErrorOffset } from '../../../src/rest/body/json-error-offset.ts';

describe('the offset of an error in JSON', () => {
  for (const [text, offset] of [
    ['{"a":1,}', 7],
    ['{"a" 1}', 5],
    ['[1 2]', 3],
    ['{} x', 3],
    ['[1,2', 4],
    ['', 0],
    ['{"a":"\n"}', 5],
    ['[01]', 2],
  ] as const) {
    it(`of ${JSON.stringify(text)} is ${offset}`, () => {
      expect(jsonErrorOffset(text)).to.equal(offset);
    });
  }

  it('is found however deep the text is nested', () => {
    expect(jsonErrorOffset('['.repeat(200_000))).to.equal(200_000);
  });

  it('is the end of every text that JSON.parse accepts', () => {
    fc.assert(
      fc.property(fc.json(), (text) => jsonErrorOffset(text) === text.length),
      { numRuns: 200 },
    );
  });

  it('is the broken place when a character that fits nowhere is put into a text', () => {
    const broken = fc.tuple(fc.json(), fc.nat()).map(([text, at]) => ({ text, at: at % (text.length + 1) }));
    fc.assert(
      fc.property(broken, ({ text, at }) => {
        const offset = jsonErrorOffset(`${text.slice(0, at)}\u0001${text.slice(at)}`);
        // In a string or number, the token that it spoils is what is named.
        return offset <= at;
      }),
      { numRuns: 200 },
    );
  });
});
