import { expect } from 'chai';
import { InvalidArgumentError } from 'commander';
import { parseDuration } from '../../src/cli/commands/token.ts';

describe('parseDuration', () => {
  for (const [text, seconds] of [
    ['30s', 30],
    ['15m', 900],
    ['1h', 3600],
    ['7d', 604_800],
  ] as const) {
    it(`reads ${text}`, () => expect(parseDuration(text)).to.equal(seconds));
  }

  for (const text of ['', '1', 'h', '0s', '-1h', '1.5h', '1 h', '1w', '1H', '1h30m', '9999999999d']) {
    it(`refuses ${JSON.stringify(text)}, and says what is right`, () => {
      expect(() => parseDuration(text)).to.throw(
        InvalidArgumentError,
        `"${text}" is not a duration: write a number and s, m, h or d`,
      );
    });
  }
});
