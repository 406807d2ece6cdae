import { expect } from 'chai';
import { type DocumentNode, Kind, parse, type SelectionNode } from 'graphql';
import { createCompactDocument } from '../../../src/gateway/graphql-http/compact-document.ts';

describe('compact documents', () => {
  const compact = createCompactDocument();
  const selectionsOf = (text: string): readonly SelectionNode[] => {
    const document: DocumentNode = compact(parse(text, { noLocation: true }));
    return document.definitions.flatMap((each) =>
      each.kind === Kind.OPERATION_DEFINITION ? each.selectionSet.selections : [],
    );
  };

  it('have the fields in common that are a name only', () => {
    const [[first], [second]] = [selectionsOf('{ b a { b } }'), selectionsOf('query Other { b }')];
    expect(first).to.equal(second);
  });

  it('have fields of their own with an alias, an argument, a directive or a selection', () => {
    for (const text of ['{ x: b }', '{ b(c: 1) }', '{ b @skip(if: true) }', '{ b { b } }']) {
      const [[first], [second]] = [selectionsOf(text), selectionsOf(text)];
      expect(first).to.deep.equal(second);
      expect(first).to.not.equal(second);
    }
  });
});
