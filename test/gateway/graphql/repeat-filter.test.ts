import { expect } from 'chai';
import { RepeatFilter } from '../../../src/gateway/graphql/documents/operation-documents.ts';

describe('the texts that were seen', () => {
  it('are known from the second time on', () => {
    const texts = new RepeatFilter();
    expect(['a', 'b', 'a', 'a', 'b', 'c'].map((text) => texts.see(text))).to.deep.equal([
      false,
      false,
      true,
      true,
      true,
      false,
    ]);
  });

  it('are known after some others, and no more after many', () => {
    const texts = new RepeatFilter();
    const round = (from: number, count: number): readonly boolean[] =>
      Array.from({ length: count }, (_, index) => texts.see(`${from + index}`));
    round(0, 500);
    expect(round(0, 500).filter(Boolean)).to.have.length.above(400);
    round(500, 100_000);
    expect(round(0, 500).filter(Boolean)).to.have.length.below(10);
  });
});
