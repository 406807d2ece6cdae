import { expect } from 'chai';
import { averageRating } from '../src/average-rating.ts';

const rated = (...ratings: readonly number[]) => ratings.map((rating) => ({ rating }));

describe('reviews: the average', () => {
  it('is the mean to one decimal', () => {
    expect(averageRating(rated(5, 4, 4))).to.equal(4.3);
    expect(averageRating(rated(3))).to.equal(3);
  });

  it('is not there without reviews', () => {
    expect(averageRating([])).to.equal(undefined);
  });
});
