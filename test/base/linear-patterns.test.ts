import { expect } from 'chai';
import { createAjv, isTooSlow } from '#base';

const superLinear = [
  '^(a+)+$',
  '^(a|a)*$',
  '^(.+)+$',
  '^([a-z]+-?)+$',
  '^[^@\\s]+@[^@\\s]+\\.[^@\\s]+$',
  '^.*foo.*bar.*$',
  'x*x*x*y',
  '^\\s*(\\S+\\s*)*$',
  '^(?<word>\\w+\\s?)*$',
  '^(https?:\\/\\/)?([\\da-z.-]+)\\.([a-z.]{2,6})([\\/\\w .-]*)*\\/?$',
];
const linear = [
  '^[a-z]+$',
  '^[A-Z]{2}\\d{4}$',
  '^[a-z0-9]+(?:-[a-z0-9]+)*$',
  '^\\p{L}[\\p{L}\\p{M} .-]*$',
  '^(?=.*\\d)(?=.*[a-z]).{8,}$',
  '^(?!__)[a-z]+$',
  '^(?<year>\\d{4})-(?<month>\\d\\d)$',
];

/** Ajv's verdict on texts, as for a route. */
function matcher(pattern: string): (text: string) => boolean {
  return createAjv().compile({ type: 'string', pattern });
}

describe('the patterns of a schema', () => {
  for (const pattern of superLinear) {
    it(`do not block: ${pattern}`, () => {
      const matches = matcher(pattern);
      expect(isTooSlow(pattern)).to.equal(false);
      for (const unit of ['a', 'x', 'a-', ' a', 'foo', 'a.'])
        expect(matches(`http://@${unit.repeat(4_000)}\u0000!`)).to.be.a('boolean');
    });

    it(`match as in JavaScript: ${pattern}`, () => {
      const [native, matches] = [new RegExp(pattern, 'u'), matcher(pattern)];
      for (const text of texts) expect(matches(text), JSON.stringify(text)).to.equal(native.test(text));
    });
  }

  for (const pattern of linear) {
    it(`that are linear stay those of JavaScript: ${pattern}`, () => {
      const [native, matches] = [new RegExp(pattern, 'u'), matcher(pattern)];
      expect(isTooSlow(pattern)).to.equal(false);
      for (const text of texts) expect(matches(text), JSON.stringify(text)).to.equal(native.test(text));
    });
  }

  for (const pattern of ['^(\\d+)\\1$', '^(?=(a+)+$)a', '^(?:(?!b)[^c]+)+$', '^(?:[^\\S]+a?)+$']) {
    it(`are too slow where RE2 cannot run them: ${pattern}`, () => {
      expect(isTooSlow(pattern)).to.equal(true);
    });
  }

  it('may be the names of properties', () => {
    const schema = {
      type: 'object',
      patternProperties: { '^(a+)+$': { type: 'number' } },
      additionalProperties: false,
    };
    const validate = createAjv().compile(schema);
    expect(validate({ aa: 1 })).to.equal(true);
    expect(validate({ aa: '1' })).to.equal(false);
    expect(validate({ [`${'a'.repeat(4_000)}!`]: 1 })).to.equal(false);
  });
});

/** Texts of parts that patterns tell apart, with line ends and spaces that RE2 does not know. */
const texts = [
  '',
  'a',
  'aa',
  'b',
  'foo',
  'bar',
  '-',
  ' ',
  '\u00a0',
  '\u2028',
  '\n',
  '\ufeff',
  'ü',
  '1',
  '@',
  '.c',
  'x',
  'y',
]
  .flatMap((first, _index, parts) => parts.map((second) => `${first}${second}`))
  .flatMap((text) => [text, `a${text}`, `${text}foo${text}bar`, `a@b${text}.com`]);
