import { expect } from 'chai';
import { pageOfList } from '../src/page-of-list.ts';

describe('reviews: pageOfList', () => {
  for (const [length, asked, expected] of [
    [0, undefined, { number: 1, count: 1, from: 0, to: 0 }],
    [50, '2', { number: 1, count: 1, from: 0, to: 50 }],
    [51, undefined, { number: 1, count: 2, from: 0, to: 50 }],
    [51, '2', { number: 2, count: 2, from: 50, to: 51 }],
    [151, '3', { number: 3, count: 4, from: 100, to: 150 }],
    [151, '99', { number: 4, count: 4, from: 150, to: 151 }],
    [151, '0', { number: 1, count: 4, from: 0, to: 50 }],
    [151, '-1', { number: 1, count: 4, from: 0, to: 50 }],
    [151, '1e2', { number: 1, count: 4, from: 0, to: 50 }],
    [151, '', { number: 1, count: 4, from: 0, to: 50 }],
  ] as const)
    it(`gives page ${JSON.stringify(expected.number)} of ${length} for ${JSON.stringify(asked)}`, () => {
      expect(pageOfList(length, 50, asked)).to.deep.equal(expected);
    });
});
