import { expect } from 'chai';
import { compareAnswers, type RuleName } from '../../src/export/verify/compare-answers.ts';
import { readAnswer } from '../../src/export/verify/plain-answer.ts';

interface SketchedError {
  readonly message?: string;
  readonly path?: readonly (string | number)[];
  readonly locations?: readonly object[];
  readonly extensions?: Readonly<Record<string, unknown>>;
}

function compared(ours: object | string, theirs: object | string): readonly RuleName[] | string {
  const [own, other] = [ours, theirs].map((body) => readAnswer(typeof body === 'string' ? body : JSON.stringify(body)));
  if (own === undefined || other === undefined) throw new Error('two answers are compared');
  const result = compareAnswers(own, other, 'stoa');
  return result.kind === 'equal' ? result.rules : result.what;
}

const data = { things: [{ id: '1', label: null }, null, { id: '3', label: 'x' }] };

/** Answers with one error each, which differ as said. */
function withErrors(ours: SketchedError | readonly SketchedError[], theirs: SketchedError | readonly SketchedError[]) {
  const [own, other] = [ours, theirs].map((errors) => ({ errors: [errors].flat().map(complete), data }));
  return compared(own ?? {}, other ?? {});
}

function complete({ message = 'Worn off.', path = ['things', 0, 'label'], ...rest }: SketchedError) {
  return { message, path, extensions: { code: 'WORN_OFF', extension: 'goods' }, ...rest };
}

describe('comparing answers without errors', () => {
  it('asks for the same bytes', () => {
    expect(compared('{"data":{"a":1,"b":2}}', '{"data":{"a":1,"b":2}}')).to.deep.equal([]);
    expect(compared('{"data":{"a":1,"b":2}}', '{"data":{"b":2,"a":1}}')).to.equal('the data, without errors');
    expect(compared('{"data":{"a":1}}', '{"data":{"a":1.0}}')).to.equal('the data, without errors');
    expect(compared('{"data":{"a":"é"}}', '{"data":{"a":"\\u00e9"}}')).to.equal('the data, without errors');
  });

  it('counts errors on one side as a difference', () => {
    const failed = { errors: [{ message: 'No.', path: ['a'] }], data: { a: null } };
    expect(compared({ data: { a: null } }, failed)).to.equal('the errors');
    expect(compared(failed, { data: { a: null } })).to.equal('the errors');
  });

  it('says so where an answer is no GraphQL', () => {
    expect(() => readAnswer('<html>Bad Gateway</html>')).to.throw('the answer is not GraphQL: <html>Bad Gateway');
  });
});

describe('comparing answers with errors', () => {
  const internal = { extensions: { code: 'INTERNAL_SERVER_ERROR', extension: 'goods' } };

  it('finds other messages, codes, places and owners', () => {
    expect(withErrors({}, { message: 'Another.' })).to.equal('the errors');
    expect(withErrors({}, { extensions: { code: 'ANOTHER', extension: 'goods' } })).to.equal('the errors');
    expect(withErrors({}, { path: ['things', 0, 'name'] })).to.equal('the errors');
    expect(withErrors({}, { extensions: { code: 'WORN_OFF', serviceName: 'notes' } })).to.equal('the errors');
    expect(withErrors([{}, { message: 'Too.' }], {})).to.equal('the errors');
  });

  it('finds other data beside equal errors', () => {
    const errors = [complete({})];
    expect(compared({ errors, data: { a: 1 } }, { errors, data: { a: 2 } })).to.equal('the data, with errors');
  });

  it('takes equal errors in any order without a rule', () => {
    expect(withErrors([{}, { message: 'Too.' }], [{ message: 'Too.' }, {}])).to.deep.equal([]);
  });

  it('names the rule for locations', () => {
    expect(withErrors({ locations: [{ line: 1, column: 2 }] }, {})).to.deep.equal(['locations']);
  });

  it('names the rule for serviceName, also of fields of the gateway itself', () => {
    const there = { extensions: { code: 'WORN_OFF', serviceName: 'goods' } };
    expect(withErrors({}, there)).to.deep.equal(['serviceName']);
    const own = { extensions: { code: 'WORN_OFF' } };
    expect(withErrors(own, { extensions: { code: 'WORN_OFF', serviceName: 'stoa' } })).to.deep.equal(['serviceName']);
  });

  it('names the rule for ids of internal errors', () => {
    const withId = (id: string) => ({ extensions: { ...internal.extensions, id } });
    expect(withErrors(withId('a'), withId('b'))).to.deep.equal(['errorId']);
  });

  it('names the rule for list indexes', () => {
    expect(withErrors({ path: ['things', 2, 'label'] }, {})).to.deep.equal(['listIndexes']);
    expect(withErrors({}, { path: ['things', 'label'] })).to.deep.equal(['listIndexes']);
  });

  it('names the rule for messages of internal errors, and of no others', () => {
    const ours = { ...internal, message: 'Cannot return null for non-nullable field Thing.label.' };
    expect(withErrors(ours, { ...internal, message: 'Unexpected error.' })).to.deep.equal(['internalMessages']);
    expect(withErrors(ours, { message: 'Unexpected error.' })).to.equal('the errors');
  });

  it('names the rule for errors in an object that is lost', () => {
    const lost = { path: ['things', 1, 'label'] };
    expect(withErrors(lost, { ...lost, message: 'Another.' })).to.deep.equal(['lostObjects']);
    const kept = { path: ['things', 2, 'label'] };
    expect(withErrors(kept, { ...kept, message: 'Another.' })).to.equal('the errors');
  });

  it('names the rule for objects of several places', () => {
    expect(withErrors({ path: ['other', 'label'] }, { path: ['things', 0, 'label'] })).to.deep.equal(['mergedPlaces']);
  });

  it('asks for the same lost objects', () => {
    const root = { errors: [{ message: 'A.', path: ['a', 'b'] }], data: null };
    expect(compared(root, { errors: [{ message: 'B.', path: ['c'] }], data: null })).to.deep.equal(['lostObjects']);
    expect(compared(root, { errors: [{ message: 'B.', path: ['c'] }], data: {} })).to.equal('the data, with errors');
  });
});

describe('comparing what Stoa has not executed', () => {
  const refused = (message: string, code: string) => ({ errors: [{ message, extensions: { code } }] });
  const early = refused('Variable "$v0" got invalid value 1 at "v0.since"; Not a day.', 'BAD_USER_INPUT');

  it('names the rule for limits of the shop', () => {
    const costly = refused('The operation costs 9.', 'COST_ESTIMATED_TOO_EXPENSIVE');
    expect(compared(costly, { data: { a: 1 } })).to.deep.equal(['shopLimits']);
    expect(compared(refused('No.', 'ANOTHER'), { data: { a: 1 } })).to.equal('the data, with errors');
  });

  it('names the rule for values that the extension refuses there, for the same reason', () => {
    const there = (message: string) => ({ errors: [{ message, path: ['a'] }], data: { a: null } });
    const same = 'Variable "$filter" got invalid value 1 at "filter.since"; Not a day.';
    expect(compared(early, there(same))).to.deep.equal(['earlyRefusals']);
    expect(compared(early, there('Another reason.'))).to.equal('the data, with errors');
    expect(compared(early, { data: { a: 1 } })).to.equal('the data, with errors');
  });
});
