import { expect } from 'chai';
import { averageRating } from '../src/average-rating.ts';

describe('averageRating', () => {
  it('is undefined without reviews', () => {
    expect(averageRating([0, 0, 0, 0, 0])).to.equal(undefined);
  });

  it('is the mean of one, two, … five stars to one decimal', () => {
    expect(averageRating([0, 0, 0, 2, 1])).to.equal(4.3);
    expect(averageRating([1, 0, 0, 0, 1])).to.equal(3);
  });
});
