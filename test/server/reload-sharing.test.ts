import { readFile } from 'node:fs/promises';
import { expect } from 'chai';
import { startNumbered } from '../support/numbered-shop.ts';

const graphql = 'extensions/other/graphql';

describe('what two generations share', () => {
  it('is the schema and the documents that were read, as long as no SDL changes', async () => {
    await using shop = await startNumbered();
    await shop.numbers();
    const { schema, documents, plans } = shop.gateway;
    await shop.write(2);
    await shop.generations.reload('test');
    expect(shop.gateway.schema === schema, 'the schema').to.equal(true);
    expect(shop.gateway.documents === documents, 'the documents').to.equal(true);
    // A plan calls the resolvers of its own generation.
    expect(shop.gateway.plans === plans, 'the plans').to.equal(false);
    expect((await shop.numbers())[0]).to.deep.equal([2, 2]);
  });

  it('is no schema and no document when SDL changes', async () => {
    await using shop = await startNumbered();
    const another = async (): Promise<string> =>
      JSON.stringify((await shop.rest('GET', '/graphql?query={another}')).body);
    expect(await another()).to.include('Cannot query field');
    await shop.writeFile(`${graphql}/Other.graphql`, 'extend type Query { otherNumber: Int! another: Int! }\n');
    await shop.writeFile(
      `${graphql}/Other.resolvers.ts`,
      'export default { Query: { otherNumber: () => 5, another: () => 6 } };\n',
    );
    expect((await shop.generations.reload('test')).findings).to.deep.equal([]);
    expect(await another()).to.equal('{"data":{"another":6}}');
  });

  it('is no document when what a scalar takes changes, although the SDL does not', async () => {
    await using shop = await startNumbered();
    const write = (last: number): Promise<void> =>
      shop.writeFile(
        `${graphql}/Other.resolvers.ts`,
        `import { GraphQLError, GraphQLScalarType } from 'graphql';
const checked = (value) => {
  if (Number(value) > ${last}) throw new GraphQLError('more than ${last}');
  return Number(value);
};
const Few = new GraphQLScalarType({ name: 'Few', parseValue: checked, parseLiteral: ({ value }) => checked(value) });
export default { Few, Query: { otherNumber: (_, { few }) => few } };
`,
      );
    await shop.writeFile(`${graphql}/Other.graphql`, 'scalar Few\nextend type Query { otherNumber(few: Few): Int! }\n');
    const answered = async (): Promise<string> =>
      JSON.stringify((await shop.rest('GET', '/graphql?query={otherNumber(few:7)}')).body);
    for (const [last, answer] of [
      [10, '{"data":{"otherNumber":7}}'],
      [5, 'more than 5'],
      [8, '{"data":{"otherNumber":7}}'],
    ] as const) {
      await write(last);
      expect(await shop.generations.reload('test')).to.deep.include({ state: 'current', findings: [] });
      expect(await answered()).to.include(answer);
    }
  });

  it('is no document when the limits change', async () => {
    await using shop = await startNumbered();
    const query = '/graphql?query={a:number,b:number,c:number}';
    expect((await shop.rest('GET', query)).body).to.deep.equal({ data: { a: 1, b: 1, c: 1 } });
    const text = await readFile(shop.file, 'utf8');
    await shop.writeFile('gateway.yaml', `${text}graphql: { limits: { aliases: 2 } }\n`);
    await shop.generations.reload('test');
    expect(JSON.stringify((await shop.rest('GET', query)).body)).to.include('more than 2 aliases');
  });

  it('is found again when a broken edit was taken back', async () => {
    await using shop = await startNumbered();
    const { schema } = shop.gateway;
    await shop.writeFile('extensions/other/src/number.ts', 'export const number = ;');
    expect(await shop.generations.reload('test')).to.include({ state: 'failed' });
    await shop.write(3);
    await shop.generations.reload('test');
    expect(shop.gateway.schema === schema).to.equal(true);
    expect((await shop.numbers())[0]).to.deep.equal([3, 3]);
  });
});
