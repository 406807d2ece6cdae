import { basename } from 'node:path';
import { expect } from 'chai';
import { runStoa } from '../../../../test/support/run-stoa.ts';
import { fixtureProject, shopConfig } from '../../../../test/support/test-project.ts';

interface Shown {
  readonly code: string;
  readonly severity: string;
  readonly file: string;
  readonly line: number | null;
  readonly message: string;
}

describe('stoa check --wire', () => {
  it('finds what works in one process only: extension, field, and what is lost', async () => {
    const { stdout, code } = await runStoa(['check', '--wire', '--json'], { file: await fixtureProject('wire-shop') });
    const { findings, wire }: { findings: readonly Shown[]; wire: object } = JSON.parse(stdout);
    const shown = findings.map(
      (one) => `${one.severity} ${one.code} ${basename(one.file)}:${one.line} ${one.message.split(' ', 3).join(' ')}`,
    );
    expect(shown.toSorted()).to.deep.equal([
      'error WIRE_ANSWER Good.graphql:10 Good.made of goods',
      'error WIRE_CONTEXT Good.resolvers.ts:null Good.visits of goods',
      'error WIRE_DIFFERS Good.graphql:12 Good.age of stars',
      'error WIRE_VARIABLES Good.resolvers.ts:null Query.starred of goods',
      // An internal field.
      'warning WIRE_PARENT Good.resolvers.ts:null Good.cost of goods',
      'warning WIRE_PARENT Good.resolvers.ts:null Good.label of goods',
      'warning WIRE_PARENT Good.resolvers.ts:null Good.price of goods',
      'warning WIRE_PARENT Good.resolvers.ts:null Size.area of goods',
    ]);
    expect(findings.find((one) => one.code === 'WIRE_DIFFERS')?.message).to.include('in process 0, over a wire null');
    expect(wire).to.deep.equal({ asked: 5, empty: ['starsOf'] });
    expect(code).to.equal(1);
  });

  it('finds nothing in the demonstration extensions, and says what it asked for', async () => {
    const { stdout, code } = await runStoa(['check', '--wire'], { file: await shopConfig() });
    expect(stdout)
      .to.include('Nothing to fix.')
      .and.to.match(/Asked for \d+ fields of Query, and all below them/);
    expect(code).to.equal(0);
  });

  it('first reports what keeps the shop from starting', async () => {
    const file = await fixtureProject('wire-shop', (text) => text.replace('./extensions/stars', './extensions/none'));
    const { stdout, code } = await runStoa(['check', '--wire', '--json'], { file });
    const { findings, wire } = JSON.parse(stdout);
    expect(findings.map((one: Shown) => one.code)).to.deep.equal(['EXTENSION_NOT_FOUND']);
    expect(wire).to.equal(undefined);
    expect(code).to.equal(1);
  });
});
