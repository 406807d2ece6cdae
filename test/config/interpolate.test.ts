import { expect } from 'chai';
import fc from 'fast-check';
import * as yaml from '../../src/config/yaml/interpolate.ts';

const environment = { HOST: 'shop.example.com', EMPTY: '', NESTED: '${HOST}', _X1: 'x' };
const interpolate = (text: string) => yaml.interpolate(text, environment, () => ({ kind: 'text', text: '' }));
const fill = (text: string) => interpolate(text).text;

describe('interpolate', () => {
  context('given a variable that is set', () => {
    it('fills it in, wherever it stands', () => {
      expect(fill('http://${HOST}/${_X1}')).to.equal('http://shop.example.com/x');
    });
    it('names it, since the text is secret now', () => {
      expect(interpolate('${HOST}${_X1}').variables).to.deep.equal(['HOST', '_X1']);
    });
    it('prefers it to a default and to a message', () => {
      expect(fill('${HOST:-a}${_X1:?b}')).to.equal('shop.example.comx');
    });
    it('does not look into its value again', () => {
      expect(fill('${NESTED}')).to.equal('${HOST}');
    });
  });

  context('given a variable that is empty', () => {
    it('takes it as it is', () => {
      expect(interpolate('a${EMPTY}')).to.deep.include({ text: 'a', variables: ['EMPTY'], problems: [] });
    });
    it('takes a default instead', () => expect(fill('${EMPTY:-b}')).to.equal('b'));
    it('reports it when it is needed', () => {
      expect(interpolate('${EMPTY:?}').problems).to.have.length(1);
    });
  });

  context('given a variable that is not set', () => {
    it('takes the default, which is no secret', () => {
      expect(interpolate('${NOPE:-a:-b}')).to.deep.include({ text: 'a:-b', variables: [] });
    });
    it('takes an empty default', () => expect(fill('${NOPE:-}')).to.equal(''));
    it('reports each, with its place', () => {
      const { problems } = interpolate('$${a} ${NOPE} ${HOST} ${NADA:?must be set}');
      expect(problems.map(({ occurrence, what }) => [occurrence, what])).to.deep.equal([
        [1, 'the variable NOPE is not set in the environment'],
        [3, 'the variable NADA: must be set'],
      ]);
    });
    it('does not take what every object has for a variable', () => {
      expect(interpolate('${constructor}').problems).to.have.length(1);
    });
  });

  context('given no variable', () => {
    for (const text of ['', '$', '$$', '$HOST', 'a}b', '{HOST}', 'cost: 5$ {x}']) {
      it(`leaves ${JSON.stringify(text)} alone`, () => {
        expect(interpolate(text)).to.deep.equal({ text, changed: false, variables: [], problems: [] });
      });
    }
  });

  it('takes $${ for a literal ${', () => expect(fill('$${HOST} $$${HOST}')).to.equal('${HOST} $${HOST}'));

  it('gives back every text whose ${ are escaped', () => {
    const text = fc
      .array(fc.oneof(fc.constantFrom('$', '{', '}', '${', ':-', '${HOST}'), fc.string()))
      .map((parts) => parts.join(''));
    fc.assert(fc.property(text, (given) => fill(given.replaceAll('${', () => '$${')) === given));
  });

  it('never throws, and says something of every ${ that it does not fill in', () => {
    const text = fc
      .array(fc.constantFrom('$', '{', '}', '${', 'HOST', 'NOPE', ':-', ':?', ':', ' ', 'a'))
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(text, (given) => {
        const { text: filled, problems } = interpolate(given);
        return problems.length > 0 || !filled.includes('${') || given.includes('$${');
      }),
    );
  });
});
