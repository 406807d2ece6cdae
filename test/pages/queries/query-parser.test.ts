import { expect } from 'chai';
import { print } from 'graphql';
import { parseQueryText } from '../../../src/pages/queries/query-parser.ts';

describe('the text of a component’s query', () => {
  it('has each call in place of a value, and places after it stay', () => {
    const text = 'query ($_: ID) {\n  a(x: getContextValue(\n    "b"\n  ), y: [$_, getContextValue("c")]) { name }\n}';
    const { document, calls, misuses } = parseQueryText(text);
    expect(misuses).to.deep.equal([]);
    expect([...calls.values()]).to.deep.equal(['b', 'c']);
    expect(document && print(document)).to.equal(
      'query ($_: ID) {\n  a(x: $getContextValue("b"), y: [$_, $getContextValue("c")]) {\n    name\n  }\n}',
    );
    const field = document?.definitions[0];
    expect(field?.kind === 'OperationDefinition' && field.loc?.end).to.equal(text.length);
  });

  it('is searched for all misuses, also where it is wrong besides', () => {
    const text =
      'query ($a: ID = getContextValue("a")) { b(c: getContextValue()) getContextValue("d") @getContextValue("e") ] }';
    const { document, misuses, error } = parseQueryText(text);
    expect(document).to.equal(undefined);
    expect(misuses.map(({ what }) => what)).to.deep.equal([
      'getContextValue cannot be a default value: it differs from request to request',
      'getContextValue does not say which value',
      'getContextValue is not a field: use it as, or inside, the value of an argument',
      'getContextValue is not a field: use it as, or inside, the value of an argument',
    ]);
    expect(error?.positions).to.deep.equal([text.indexOf(']')]);
  });

  it('may speak of the name where it calls nothing', () => {
    const text = '{ getContextValue: b(getContextValue: 1, c: "getContextValue()") # getContextValue("d")\n }';
    const { calls, misuses, error } = parseQueryText(text);
    expect([calls.size, misuses.length, error]).to.deep.equal([0, 0, undefined]);
  });
});
