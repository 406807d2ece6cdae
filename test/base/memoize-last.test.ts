import { expect } from 'chai';
import { MemoizeLast } from '../../src/base/memoize-last.ts';

describe('MemoizeLast', () => {
  it('works once for as long as its inputs are the same', () => {
    const latest = new MemoizeLast<object>();
    const [input, other] = [{}, {}];
    const first = latest.recall([input, 'text'], () => ({}));
    expect(latest.recall([input, 'text'], () => ({}))).to.equal(first);
    for (const inputs of [[other, 'text'], [input, 'another'], [input], [input, 'text', other], []]) {
      const again = latest.recall(inputs, () => ({}));
      expect(again).to.not.equal(first);
      expect(latest.recall(inputs, () => ({}))).to.equal(again);
      latest.recall([input, 'text'], () => first);
    }
  });

  it('forgets what was before the last', () => {
    const latest = new MemoizeLast<number>();
    let worked = 0;
    for (const text of ['a', 'b', 'a']) latest.recall([text], () => ++worked);
    expect(worked).to.equal(3);
  });

  it('keeps nothing of work that throws', () => {
    const latest = new MemoizeLast<number>();
    const fail = (): never => {
      throw new Error('no');
    };
    expect(() => latest.recall([], fail)).to.throw('no');
    expect(latest.recall([], () => 1)).to.equal(1);
  });
});
