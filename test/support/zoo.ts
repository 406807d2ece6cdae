import { makeExecutableSchema } from '@graphql-tools/schema';
import { GraphQLError, GraphQLScalarType, graphql } from 'graphql';
import { isObject } from '#base';
import { startSource, type TestSource } from './mesh-shop.ts';

const typeDefs = /* GraphQL */ `
  schema { query: QueryRoot mutation: MutationRoot subscription: SubscriptionRoot }
  scalar Weight
  enum Mood { HAPPY SLEEPY }
  interface Animal { id: ID! name: String! friends(first: Int = 2): [Animal!]! }
  type Cat implements Animal {
    id: ID!
    name: String!
    lives: Int!
    mood: Mood
    friends(first: Int = 2): [Animal!]!
    greeting(to: String!, loud: Boolean = false): String
    broken: String!
    weight(unit: Unit = { name: "kg" }): Weight
  }
  type Dog implements Animal {
    id: ID!
    name: String!
    "Not what a cat's is: clients need aliases."
    lives: String
    tricks: [[String!]!]
    friends(first: Int = 2): [Animal!]!
  }
  input Unit { name: String! factor: Float = 1 }
  union Guest = Cat | Dog
  type QueryRoot {
    animals(mood: Mood, weights: [Weight]): [Animal!]!
    animal(id: ID!): Animal
    cats: [Cat!]
    guests: [Guest]
    secret: String
    hidden: String
    fails: String
    failsHard: String!
  }
  type MutationRoot { rename(id: ID!, name: String!): Animal }
  type SubscriptionRoot { births: Animal }
`;

interface TestAnimal {
  readonly __typename: 'Cat' | 'Dog';
  readonly id: string;
  name: string;
  readonly [other: string]: unknown;
}

/** `plain`: with root types that are called as the gateway's. */
export function zooSchema(names: 'own' | 'plain' = 'own') {
  const animals: TestAnimal[] = [
    { __typename: 'Cat', id: '1', name: 'Tom', lives: 9, mood: 'HAPPY' },
    { __typename: 'Dog', id: '2', name: 'Rex', lives: 'one', tricks: [['sit', 'roll'], ['play dead']] },
    { __typename: 'Cat', id: '3', name: 'Kit', lives: 7, mood: 'SLEEPY' },
  ];
  const friends = ({ id }: TestAnimal, { first }: { first: number }) =>
    animals.filter((each) => each.id !== id).slice(0, first);
  const weight = new GraphQLScalarType({
    name: 'Weight',
    parseValue: (value) => {
      if (typeof value !== 'number') throw new GraphQLError('a weight is a number');
      return value;
    },
  });
  const rename = (name: string): string => (names === 'own' ? name : name.replace('Root', ''));
  return makeExecutableSchema({
    typeDefs: typeDefs.replaceAll(/(?<=Query|Mutation|Subscription)Root/g, (root) => rename(root)),
    resolvers: {
      Weight: weight,
      [rename('QueryRoot')]: {
        animals: (_: unknown, { mood }: { mood?: string }) =>
          animals.filter((each) => mood === undefined || each.mood === mood),
        animal: (_: unknown, { id }: { id: string }) => animals.find((each) => each.id === id),
        cats: () => animals.filter(({ __typename }) => __typename === 'Cat'),
        guests: () => [animals[1], null, animals[0]],
        secret: () => 'for members',
        hidden: () => 'for nobody',
        fails: () => {
          throw new Error('the zoo is closed, key sesame-zoo');
        },
        failsHard: () => null,
      },
      [rename('MutationRoot')]: {
        rename: (_: unknown, { id, name }: { id: string; name: string }) => {
          const animal = animals.find((each) => each.id === id);
          if (animal !== undefined) animal.name = name;
          return animal;
        },
      },
      Cat: {
        friends,
        greeting: ({ name }: TestAnimal, { to, loud }: { to: string; loud: boolean }) =>
          `${name} ${loud ? 'shouts' : 'says'} hello to ${to}`,
        broken: ({ id }: TestAnimal) => {
          if (id === '3') throw new Error('broken');
          return 'whole';
        },
        weight: (_: unknown, { unit }: { unit: { name: string; factor: number } }) => 4 * unit.factor,
      },
      Dog: { friends },
    },
  });
}

/** Somebody's GraphQL API over HTTP: the source of `test/fixtures/mesh-graphql`, which finds it by the environment. */
export async function startZoo(): Promise<TestSource> {
  const schema = zooSchema();
  const source = await startSource(async ({ body, path }) => {
    if (!isObject(body)) throw new Error(`${path} was asked without a body`);
    const variableValues = isObject(body.variables) ? body.variables : {};
    return graphql({ schema, source: String(body.query), variableValues });
  });
  const before = process.env.ZOO_URL;
  process.env.ZOO_URL = `${source.url}/graphql`;
  const close = source[Symbol.asyncDispose];
  return Object.assign(source, {
    async [Symbol.asyncDispose]() {
      if (before === undefined) delete process.env.ZOO_URL;
      else process.env.ZOO_URL = before;
      await close();
    },
  });
}
