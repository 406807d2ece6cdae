import { expect } from 'chai';
import { needsEngines } from '../../../../test/support/export-engines.ts';
import { compareAnswers } from '../../src/export/verify/compare-answers.ts';
import { type Operation, openSides, type Sides } from './exported-sides.ts';

/** Each with the number of its errors. */
const cases: Readonly<Record<string, Operation & { readonly errors?: number; readonly guest?: true }>> = {
  'items of an interface': { query: '{ offers { __typename code label } }' },
  'with what one type has': { query: '{ offers { code ... on Cash { fee { amount } } ... on Card { brand } } }' },
  'with fragments, aliases and variables': {
    query: `query ($w: Wanted, $no: Boolean!) { one: offers(wanted: $w) { ...Short } two: offers(fault: "desk") { ...Short } }
      fragment Short on Offer { label ... on Cash @skip(if: $no) { c: code } }`,
    variables: { w: { codes: ['x'] }, no: false },
    errors: 1,
  },
  'a part that refuses': { query: '{ offers(fault: "card refuses") { code } }', errors: 1 },
  'a part that throws': { query: '{ offers(fault: "desk") { code label } }', errors: 1 },
  'a part that is null': { query: '{ offers(fault: "card is null") { code } }', errors: 1 },
  'a part with an item that breaks': { query: '{ offers(fault: "card breaks") { code } }', errors: 1 },
  'all parts failing': { query: '{ offers(fault: "desk, card refuses") { code } __typename }', errors: 2 },
  'items of a union': {
    query:
      '{ entries { __typename ... on Page { id title size } ... on Cash { label } ... on Link { note(length: 2) to { title } } } }',
  },
  'a union, one part failing': { query: '{ entries(fault: "links") { ... on Page { title } } }', errors: 1 },
  'a union, one part null': { query: '{ entries(fault: "desk") { ... on Link { note } } }', errors: 1 },
  'items without a key, with nulls': { query: '{ prices { amount currency } }' },
  'objects that a part provides': { query: '{ pages { id title size } }' },
  'a guarded list': { query: '{ members { label ... on Card { brand } } }' },
  'a guarded list, for a guest': { query: '{ members { label } __typename }', errors: 1, guest: true },
  'a dispatched field': {
    query:
      '{ a: start(type: "Card", code: "z") { label ... on Card { brand } } b: start(type: "x", code: "y") { code } }',
  },
  'a dispatched field that is null': { query: '{ start(type: "Card", code: "gone") { code } }', errors: 1 },
  'a list of an object': { query: '{ cart(id: "c") { id claims { __typename amount ... on Rebate { why } } } }' },
  'a list of each of several objects': {
    query: `query ($no: Boolean!) { carts { ...C } again: carts { claims @skip(if: $no) { amount } } }
      fragment C on Cart { claims { ... on CardClaim { card { label brand } } } }`,
    variables: { no: false },
  },
  'a list of an object, one part failing': {
    query: '{ carts { claims(fault: "card") { amount } } cart(id: "null") { claims { amount } } }',
    errors: 3,
  },
  'a list of an object, all parts failing': {
    query: '{ cart(id: "c") { claims(fault: "card, desk") { amount } } }',
    errors: 2,
  },
  'what requires a list of an object': { query: '{ carts { total } }' },
  'what requires a list of which a part fails': { query: '{ cart(id: "broken") { total } }', errors: 1 },
  'a guarded list of an object': { query: '{ carts { members { label } } }' },
  'a guarded list of an object, for a guest': {
    query: '{ cart(id: "c") { id members { label } } }',
    errors: 1,
    guest: true,
  },
};

describe('a list that several extensions fill, in an exported supergraph', () => {
  let sides: Sides;
  before(async function () {
    needsEngines.call(this);
    sides = await openSides('joined-shop');
  });
  after(() => sides?.[Symbol.asyncDispose]());

  for (const [name, { errors = 0, guest, ...operation }] of Object.entries(cases))
    it(`has the data, the codes and the places of the shop: ${name}`, async () => {
      const [ours, theirs] = await sides.answers(operation, guest);
      const compared = compareAnswers(ours, theirs, 'stoa');
      expect(compared, theirs.text).to.have.property('kind', 'equal');
      expect(ours.errors).to.have.lengthOf(errors);
    });
});
