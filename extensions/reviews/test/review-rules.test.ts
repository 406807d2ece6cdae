import { expect } from 'chai';
import { StoaError } from 'stoa';
import { checkReview, checkReviewChanges } from '../src/review-rules.ts';

const review = { author: 'Ann', rating: 4, comment: 'Good.' };

const refused: readonly (readonly [what: string, change: object, text: string])[] = [
  ['an author of 101 characters', { author: 'a'.repeat(101) }, 'rules.tooLong'],
  ['a comment of 5001 characters', { comment: 'c'.repeat(5001) }, 'rules.tooLong'],
  ['a NUL character', { comment: 'a\0b' }, 'rules.nul'],
  ['a rating of 0', { rating: 0 }, 'rules.rating'],
  ['a rating of 6', { rating: 6 }, 'rules.rating'],
  ['a rating of 3.5', { rating: 3.5 }, 'rules.rating'],
];

describe('review rules', () => {
  it('leave a good review as it is', () => {
    expect(checkReview(review)).to.deep.equal(review);
  });

  it('allow the longest author and comment, counted in characters', () => {
    const longest = { author: '🙂'.repeat(100), rating: 5, comment: '🙂'.repeat(5000) };
    expect(checkReview(longest)).to.deep.equal(longest);
  });

  for (const [what, change, text] of refused)
    context(`when there is ${what}`, () => {
      it('refuse a review', () => {
        expect(() => checkReview({ ...review, ...change })).to.throw(StoaError, text);
      });

      it('refuse a change', () => {
        expect(() => checkReviewChanges(change)).to.throw(StoaError, text);
      });
    });

  for (const [what, change] of [
    ['all fields are missing', { author: undefined, rating: undefined, comment: undefined }],
    ['author and comment are blank', { author: ' \t', comment: '' }],
    ['rating is null', { rating: null }],
  ] as const)
    it(`name all fields of a review, and mark those that it lacks, when ${what}`, () => {
      const refusal = refusalOf(() => checkReview({ ...review, ...change }));
      expect(refusal.message).to.equal('rules.incomplete');
      expect(refusal.code).to.equal('BAD_USER_INPUT');
      expect(Object.keys(refusal.fields)).to.deep.equal(Object.keys(change));
    });

  it('name all errors of a review at once', () => {
    const refusal = refusalOf(() => checkReview({ author: 'Ann\u202e', rating: 9, comment: 'a\0b' }));
    expect(Object.keys(refusal.fields)).to.deep.equal(['author', 'rating', 'comment']);
  });

  for (const change of [{ author: ' \t' }, { comment: '' }])
    it(`refuse the change ${JSON.stringify(change)}, which no other field is needed for`, () => {
      const [field = ''] = Object.keys(change);
      const refusal = refusalOf(() => checkReviewChanges(change));
      expect(refusal.texts.fields[field]).to.deep.equal({ text: 'rules.blank', values: { field } });
    });

  for (const name of ['author', 'rating', 'comment'])
    context(`when ${name} is missing`, () => {
      it('refuse a review', () => {
        expect(() => checkReview({ ...review, [name]: undefined })).to.throw(StoaError, 'rules.incomplete');
      });

      it('allow a change', () => {
        const others = Object.fromEntries(Object.entries(review).filter(([key]) => key !== name));
        expect(() => checkReviewChanges(others)).to.not.throw();
        expect(() => checkReviewChanges({ ...review, [name]: null })).to.not.throw();
      });
    });
});

function refusalOf(work: () => unknown): StoaError {
  try {
    work();
  } catch (error) {
    if (error instanceof StoaError) return error;
  }
  throw new Error('nothing was refused');
}
