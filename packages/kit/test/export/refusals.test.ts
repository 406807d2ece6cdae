import { expect } from 'chai';
import { needsEngines } from '../../../../test/support/export-engines.ts';
import { operationCases } from '../../../../test/support/refusal-cases.ts';
import { facts, openSides, type Sides } from './exported-sides.ts';

describe('a refusal or failure of an exported supergraph', () => {
  let sides: Sides;
  before(async function () {
    needsEngines.call(this);
    sides = await openSides('refusal-shop');
  });
  after(() => sides?.[Symbol.asyncDispose]());

  for (const [name, { codes, ...operation }] of Object.entries(operationCases))
    it(`has the data, the codes and the places of the shop: ${name}`, async () => {
      const [ours, theirs] = (await sides.answers(operation)).map(facts);
      expect(theirs).to.deep.equal(ours);
      expect(ours?.places).to.have.lengthOf(codes.length);
    });
});
