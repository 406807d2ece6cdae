import { appendFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect } from 'chai';
import fc from 'fast-check';
import { type ExecutionResult, graphql, parse, validate } from 'graphql';
import { meshProject, needsMesh, withPatience } from '../support/mesh-shop.ts';
import { randomOperation } from '../support/random-operation.ts';
import { startGateway, type TestGateway } from '../support/start-gateway.ts';
import { startZoo, zooSchema } from '../support/zoo.ts';

interface Shop extends AsyncDisposable {
  readonly shop: TestGateway;
  readonly takeQueries: () => readonly string[];
}

async function start(): Promise<Shop> {
  const zoo = await startZoo();
  const shop = await startGateway({ file: await meshProject('mesh-graphql', withPatience), empty: true });
  zoo.takeRequests();
  return {
    shop,
    takeQueries: () => zoo.takeRequests().map(({ body }) => JSON.stringify(body)),
    async [Symbol.asyncDispose]() {
      await shop[Symbol.asyncDispose]();
      await zoo[Symbol.asyncDispose]();
    },
  };
}

interface Compared {
  readonly data: unknown;
  readonly errors: readonly (string | undefined)[];
}

/** What is the same of two answers: data, and where there are errors. */
function compared({ data, errors = [] }: Pick<ExecutionResult, 'data' | 'errors'>): Compared {
  return { data: JSON.parse(JSON.stringify(data ?? null)), errors: errors.map(({ path }) => path?.join('.')) };
}

/** Root fields of one operation fail in any order, and nobody waits for the others when the whole answer is null. */
function sorted({ data, errors }: Compared): Compared {
  return { data, errors: data === null ? [] : errors.toSorted() };
}

const queries = [
  '{ animals { id name } }',
  '{ animals { __typename kind: __typename ... on Cat { lives mood } ... on Dog { tricks l: lives } } }',
  '{ a: animals { n: name m: name name } b: animals(mood: SLEEPY) { n: id } }',
  'query ($mood: Mood) { animals(mood: $mood) { name } }',
  '{ cats { friends(first: 1) { id } more: friends { id name } friends3: friends(first: 3) { ...F } } } fragment F on Animal { name ... on Dog { tricks } }',
  '{ cats { ...A ...B } } fragment A on Cat { f: friends(first: 1) { id } } fragment B on Cat { f: friends(first: 1) { name } }',
  '{ cats { a: greeting(to: "x") b: greeting(to: "y", loud: true) greeting(to: "z") } }',
  '{ cats { weight w: weight(unit: { name: "lb", factor: 2 }) } }',
  'query ($unit: Unit) { cats { weight(unit: $unit) } }',
  'query ($yes: Boolean = true, $no: Boolean = false) { cats { id @skip(if: $yes) name @include(if: $no) lives } }',
  '{ guests { __typename ... on Cat { name } ... on Dog { d: name tricks } ... on Animal { id } } }',
  '{ animal(id: "2") { ... on Dog { friends(first: 1) { friends(first: 1) { friends(first: 1) { name } } } } } }',
  'query ($id: ID!) { animal(id: $id) { name } nobody: animal(id: "nobody") { name } }',
  '{ fails ok: animal(id: 1) { name } }',
  '{ animals { id } failsHard }',
  'mutation { a: rename(id: 1, name: "Tim") { name } b: rename(id: 1, name: "Tom") { n: name friends { name } } }',
];

const variables = { mood: 'HAPPY', id: '3', unit: { name: 'stone' } };

describe('an extension whose source is a GraphQL API', () => {
  before(needsMesh);

  it('answers as graphql-js does on the schema of the source itself', async () => {
    await using zoo = await start();
    const schema = zooSchema();
    for (const source of queries) {
      const used = Object.fromEntries(Object.entries(variables).filter(([name]) => source.includes(`$${name}:`)));
      const actual = await zoo.shop.graphql<Record<string, unknown>>(source, used);
      const expected = await graphql({ schema, source, variableValues: used });
      expect(compared(actual as ExecutionResult), source).to.deep.equal(compared(expected));
    }
  });

  it('answers random operations as graphql-js does', async () => {
    await using zoo = await start();
    const schema = zooSchema('plain');
    const isAsked = (source: string): boolean =>
      !/secret|hidden|broken/.test(source) &&
      [schema, zoo.shop.gateway.schema].every((each) => validate(each, parse(source)).length === 0);
    let compares = 0;
    const property = fc.asyncProperty(randomOperation(schema), async (source) => {
      fc.pre(isAsked(source));
      compares++;
      const actual = await zoo.shop.graphql<Record<string, unknown>>(source);
      expect(sorted(compared(actual as ExecutionResult))).to.deep.equal(
        sorted(compared(await graphql({ schema, source }))),
      );
    });
    await fc.assert(property, { numRuns: 150, maxSkipsPerRun: 100 });
    expect(compares).to.be.at.least(150);
  });

  it('stands with its error where the null is that the source has made of it', async () => {
    await using zoo = await start();
    const { data, errors } = await zoo.shop.graphql('{ cats { id broken } animals { name } }');
    expect(data).to.have.property('cats', null);
    expect(data).to.have.property('animals').that.has.length(3);
    expect(errors?.map(({ path }) => path)).to.deep.equal([['cats']]);
  });

  it('sends one operation for one root field, with what is selected and no more', async () => {
    await using zoo = await start();
    await zoo.shop.graphql('{ cats { id friends(first: 1) { id } } animals { name } }');
    const sent = zoo.takeQueries();
    expect(sent).to.have.length(2);
    expect(sent.join()).not.to.include('lives').and.not.include('broken');
  });

  it('asks the source for its schema once, however often the rest of the shop is built anew', async () => {
    await using zoo = await start();
    await appendFile(
      join(dirname(zoo.shop.file), 'extensions/keepers/graphql/Keeper.graphql'),
      'type Other { id: ID }\n',
    );
    await zoo.shop.generations.reload('request');
    await appendFile(
      join(dirname(zoo.shop.file), 'extensions/zoo/graphql/Zoo.graphql'),
      'extend type Dog @inaccessible\n',
    );
    await zoo.shop.generations.reload('request');
    expect(zoo.shop.gateway.generation).to.equal(3);
    expect(zoo.takeQueries()).to.deep.equal([]);
    expect(zoo.shop.gateway.schema.getType('Dog')).to.equal(undefined);
  });

  context('when another extension extends a type of the source', () => {
    it('fetches the key for it', async () => {
      await using zoo = await start();
      const answer = await zoo.shop.graphql('{ cats { lives keeper { name } } }');
      expect(answer).to.deep.equal({
        data: {
          cats: [
            { lives: 9, keeper: { name: 'keeper of 1' } },
            { lives: 7, keeper: { name: 'keeper of 3' } },
          ],
        },
      });
    });

    it('finds the object by its key', async () => {
      await using zoo = await start();
      const answer = await zoo.shop.graphql(
        '{ keepers { favourite { n: name a: friends(first: 1) { id } b: friends { id } keeper { name } } } }',
      );
      expect(answer).to.deep.equal({
        data: {
          keepers: [
            {
              favourite: { n: 'Tom', a: [{ id: '2' }], b: [{ id: '2' }, { id: '3' }], keeper: { name: 'keeper of 1' } },
            },
          ],
        },
      });
    });
  });

  context('when the extension writes a field of the source again', () => {
    it('guards it as it says there', async () => {
      await using zoo = await start();
      const refused = await zoo.shop.graphql('{ secret }');
      expect(refused.errors?.map(({ extensions }) => extensions?.code)).to.deep.equal(['UNAUTHENTICATED']);
      expect(zoo.takeQueries()).to.deep.equal([]);
      expect(await zoo.shop.graphql('{ secret }', {}, await zoo.shop.token())).to.deep.equal({
        data: { secret: 'for members' },
      });
    });

    it('hides it', async () => {
      await using zoo = await start();
      const { errors = [] } = await zoo.shop.graphql('{ hidden }');
      expect(errors.map(({ message }) => message)).to.deep.equal(['Cannot query field "hidden" on type "Query".']);
    });
  });

  context('when a root field is asked for what its source refuses', () => {
    it('masks the error, and keeps it for the log', async () => {
      await using zoo = await start();
      const answer = await zoo.shop.graphql('{ fails }');
      expect(answer.errors?.map(({ message, extensions }) => [message, extensions?.extension])).to.deep.equal([
        ['Internal server error', 'zoo'],
      ]);
      expect(zoo.shop.log.events('resolver failed').map(({ error }) => error)).to.deep.equal([
        'the zoo is closed, key sesame-zoo',
      ]);
    });
  });
});
