import { expect } from 'chai';
import fc from 'fast-check';
import { buildSchema, parse, specifiedRules, validate } from 'graphql';
import { createRulesFor } from '../../../src/gateway/graphql-http/validation-rules.ts';

const schema = buildSchema(/* GraphQL */ `
  type Query { a(x: Int, in: In): Query, b: String, need(y: Int!): Int, cat: Cat }
  type Subscription { s: Int, t: Int }
  type Cat { b: String }
  input In { x: Int, in: In }
`);

/** A document that the rule refuses. */
const refused: Readonly<Record<string, string>> = {
  ExecutableDefinitionsRule: '{ b } type Dog { b: String }',
  UniqueOperationNamesRule: 'query A { b } query A { b }',
  LoneAnonymousOperationRule: '{ b } query A { b }',
  SingleFieldSubscriptionsRule: 'subscription { s t }',
  KnownTypeNamesRule: 'query ($v: Dog) { b }',
  FragmentsOnCompositeTypesRule: '{ ... on In { b } }',
  VariablesAreInputTypesRule: 'query ($v: Query) { b }',
  ScalarLeafsRule: '{ b { b } }',
  FieldsOnCorrectTypeRule: '{ c }',
  UniqueFragmentNamesRule: '{ ...F } fragment F on Query { b } fragment F on Query { b }',
  KnownFragmentNamesRule: '{ ...F }',
  NoUnusedFragmentsRule: '{ b } fragment F on Query { b }',
  PossibleFragmentSpreadsRule: '{ ... on Cat { b } }',
  NoFragmentCyclesRule: '{ ...F } fragment F on Query { a { ...F } }',
  UniqueVariableNamesRule: 'query ($v: Int, $v: Int) { a(x: $v) { b } }',
  NoUndefinedVariablesRule: '{ a(x: $v) { b } }',
  NoUnusedVariablesRule: 'query ($v: Int) { b }',
  KnownDirectivesRule: '{ b @aa }',
  UniqueDirectivesPerLocationRule: '{ b @skip(if: true) @skip(if: true) }',
  KnownArgumentNamesRule: '{ b(z: 1) }',
  UniqueArgumentNamesRule: '{ a(x: 1, x: 1) { b } }',
  ValuesOfCorrectTypeRule: '{ a(x: "one") { b } }',
  ProvidedRequiredArgumentsRule: '{ need }',
  VariablesInAllowedPositionRule: 'query ($v: String) { a(x: $v) { b } }',
  OverlappingFieldsCanBeMergedRule: '{ b: need(y: 1) b }',
  UniqueInputFieldNamesRule: '{ a(in: { x: 1, x: 1 }) { b } }',
  MaxIntrospectionDepthRule: `{ __schema { types ${'{ fields { type '.repeat(3)} { name } ${'} }'.repeat(3)} } }`,
};

const rulesFor = createRulesFor({ introspection: true });

function errorsOf(text: string, rules = specifiedRules): readonly unknown[] {
  return validate(schema, parse(text), rules, { maxErrors: 1000 }).map((error) => error.toJSON());
}

function expectSameErrors(text: string): void {
  expect(errorsOf(text, rulesFor(parse(text))), text).to.deep.equal(errorsOf(text));
}

describe('the rules for a document', () => {
  it('are half of them when it has no matters of the others', () => {
    const rules = rulesFor(parse('query ($id: Int) { a(x: $id) { b } }'));
    expect(rules).to.have.length.below(specifiedRules.length / 2 + 1);
  });

  for (const rule of specifiedRules)
    it(`are with ${rule.name} for what that refuses`, () => {
      const text = refused[rule.name] ?? '';
      expect(errorsOf(text, [rule])).to.have.length.above(0);
      expect(rulesFor(parse(text))).to.include(rule);
      expectSameErrors(text);
    });

  it('are chosen wherever in the document the matter is', () => {
    const values = ['{ x: 1, x: 2 }', '[{ x: 1, x: 2 }]', '{ in: { x: 1, x: 2 } }'];
    for (const text of [
      ...values.flatMap((value) => [
        `query ($v: In = ${value}) { a(in: $v) { b } }`,
        `{ a { a(in: ${value}) { b } } }`,
        `{ b @skip(if: ${value}) }`,
      ]),
      'query @aa { b }',
      'query ($v: Int @aa) { a(x: $v) { b } }',
      '{ ... @aa { b } }',
      '{ ...F @aa } fragment F on Query { b }',
      '{ ...F } fragment F on Query @aa { b }',
      '{ a { a { ... on Cat { b } } } }',
      '{ a { ...F } } fragment F on Query { a { __schema { types { fields { type { fields { type { fields { name } } } } } } } } }',
      'query A { b } subscription B { s t }',
    ]) {
      expect(errorsOf(text), text).to.have.length.above(0);
      expectSameErrors(text);
    }
  });

  it('find what all rules find', () => {
    const value = fc.constantFrom('1', '"one"', '$v', '$w', '[$v, 1]', '{ x: 1 }', '{ x: 1, x: 2 }', '[{ y: $w }]');
    const args = fc.oneof(
      fc.constant(''),
      fc
        .array(
          fc.tuple(fc.constantFrom('x', 'in', 'y', 'if'), value).map(([name, each]) => `${name}: ${each}`),
          { minLength: 1, maxLength: 2 },
        )
        .map((each) => `(${each.join(', ')})`),
    );
    const marks = fc.oneof(
      { weight: 4, arbitrary: fc.constant('') },
      fc.tuple(fc.constantFrom('@skip', '@include', '@aa'), args).map((parts) => parts.join('')),
    );
    const head = fc.constantFrom('a', 'b', 'need', 'c', 'b: a', 'cat', '__typename', '__schema', '__type', 'fields');
    const { set } = fc.letrec<{ set: string; selection: string }>((tie) => ({
      set: fc
        .array(tie('selection'), { minLength: 1, maxLength: 3, depthIdentifier: 'set' })
        .map((each) => `{ ${each.join(' ')} }`),
      selection: fc.oneof(
        { depthSize: 'small', withCrossShrink: true },
        fc.tuple(head, args, marks).map((parts) => parts.join(' ')),
        fc.tuple(head, args, marks, tie('set')).map((parts) => parts.join(' ')),
        fc
          .tuple(fc.constantFrom('...', '... on Cat', '... on Query', '... on In'), marks, tie('set'))
          .map((parts) => parts.join(' ')),
        fc.tuple(fc.constantFrom('...F', '...G'), marks).map((parts) => parts.join(' ')),
      ),
    }));
    const constant = fc.constantFrom('', '', '@aa', '@skip(if: { x: 1, x: 2 })');
    const variable = fc.tuple(
      fc.constantFrom('$v: Int', '$w: In', '$v: Query'),
      fc.constantFrom('', ' = 1', ' = { x: 1, x: 2 }'),
      constant,
    );
    const variables = fc
      .array(variable, { maxLength: 2 })
      .map((each) => (each.length === 0 ? '' : `(${each.map((parts) => parts.join(' ')).join(', ')})`));
    const operation = fc
      .tuple(fc.constantFrom('query A', 'query A', 'query', 'query B'), variables, marks, set)
      .map((parts) => parts.join(' '));
    const other = fc.oneof(
      { weight: 3, arbitrary: operation },
      fc.tuple(fc.constantFrom('fragment F on Query', 'fragment G on Cat'), marks, set).map((parts) => parts.join(' ')),
      fc.constant('type Dog { b: String }'),
    );
    const text = fc.tuple(operation, fc.array(other, { maxLength: 2 })).map(([one, more]) => [one, ...more].join('\n'));
    fc.assert(fc.property(text, expectSameErrors), { numRuns: 300 });
  });
});
