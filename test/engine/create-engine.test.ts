import { expect } from 'chai';
import { GraphQLError, parse, validate } from 'graphql';
import {
  createEngine,
  type Engine,
  type EngineExtension,
  type EngineOptions,
  type EngineScope,
  StartupError,
} from 'stoa/engine';
import { createMemoryLog } from '../support/memory-log.ts';
import { extensions } from './shop.ts';

const text = { file: '/shop/one.graphql', text: 'type Query { a: Int }' };
const one = { id: 'one', sdl: text, resolvers: { Query: { a: () => 1 } } };

/** What is wrong, and what the error's message says of it. */
const wrong: Readonly<Record<string, readonly [readonly EngineExtension[], RegExp]>> = {
  'SDL that is not well-formed': [
    [{ id: 'one', sdl: { file: '/shop/one.graphql', text: 'type Query {\n  a: Int }}' } }],
    /^SDL_SYNTAX: Unexpected "}"\. \(\/shop\/one\.graphql:2:11\)\. Look just before /,
  ],
  'a type that is nowhere': [
    [{ id: 'one', sdl: 'type Query { a: Nothing }', resolvers: one.resolvers }],
    /^TYPE_UNKNOWN: .*"Nothing".* \(one\.graphql:1:17\)/,
  ],
  'a type that two extensions own': [
    [one, { id: 'two', sdl: 'type Query { a: Int }', resolvers: one.resolvers }],
    /^FIELD_OWNED_TWICE: .* \(two\.graphql:1:14\)/,
  ],
  'a resolver for a field that is not there': [
    [{ ...one, resolvers: { Query: { a: () => 1, aa: () => 1 } } }],
    /^RESOLVERS_INVALID: resolves "Query\.aa", .* \(one\.resolvers:1\)/,
  ],
  'a field without a resolver': [
    [{ id: 'one', sdl: text }],
    /^RESOLVER_MISSING: "Query\.a" has no resolver, so it would always be null \(\/shop\/one\.graphql:1:14\)\. Write /,
  ],
  'resolvers without SDL': [
    [one, { id: 'two', sdl: [], resolvers: { Query: {} } }],
    /^RESOLVERS_INVALID: resolves types that no SDL declares \(two\.resolvers:1\)/,
  ],
  'no Query': [[{ id: 'one', sdl: 'type A { a: Int }' }], /^SCHEMA_INVALID: Query root type must be provided/],
  'an id that is no name': [
    [{ ...one, id: 'One' }],
    /^EXTENSION_NAME: the id "One" is not lower-case letters, digits and dashes/,
  ],
  'two extensions of one id': [[one, one], /^EXTENSION_NAME: two extensions have the id "one"/],
};

async function run<Scope extends EngineScope>(engine: Engine<Scope>, query: string, scope: Scope) {
  const document = parse(query);
  expect(validate(engine.schema, document)).to.deep.equal([]);
  const { data, errors } = await engine.execute({ document, scope });
  return { data: JSON.parse(JSON.stringify(data ?? null)), errors };
}

describe('createEngine', () => {
  for (const [situation, [list, message]] of Object.entries(wrong)) {
    it(`says where and what is wrong: ${situation}`, () => {
      expect(() => createEngine({ extensions: list })).to.throw(StartupError, message);
    });
  }

  it('takes SDL and resolvers in several parts, as texts, files and documents', async () => {
    const sdl = [text, 'extend type Query { b: Int }', parse('extend type Query { c: Int }')];
    const resolvers = [one.resolvers, { Query: { b: () => 2, c: () => 3 } }];
    const { data } = await run(createEngine({ extensions: [{ id: 'one', sdl, resolvers }] }), '{ a b c }', {});
    expect(data).to.deep.equal({ a: 1, b: 2, c: 3 });
  });

  it('hands the context on to resolvers', async () => {
    const resolvers = { Query: { a: (_: unknown, _args: unknown, context: { a: number }) => context.a } };
    const engine = createEngine({ extensions: [{ ...one, resolvers }] });
    expect((await run(engine, '{ a }', { context: { a: 7 } })).data).to.deep.equal({ a: 7 });
  });

  it('has types and fields that belong to no extension, also where an answer is completed again', async () => {
    const own = {
      sdl: 'type Query { url(id: Int!): String }',
      fields: { url: ({ id }: Readonly<Record<string, unknown>>) => `/${id}` },
    };
    const fails = () => {
      throw new GraphQLError('no');
    };
    const engine = createEngine({ own, extensions: [{ ...one, resolvers: { Query: { a: fails } } }] });
    expect((await run(engine, '{ url(id: 4) }', {})).data).to.deep.equal({ url: '/4' });
    expect((await run(engine, '{ url(id: 4) a }', {})).data).to.deep.equal({ url: '/4', a: null });
  });

  it('logs what a resolver throws, and tells the client its id alone', async () => {
    const log = createMemoryLog();
    const bug = () => {
      throw new Error('a secret');
    };
    const engine = createEngine({ extensions: [{ ...one, resolvers: { Query: { a: bug } } }], logger: log.logger });
    const { errors = [] } = await run(engine, '{ a }', {});
    expect(errors.map(({ message }) => message)).to.deep.equal(['Internal server error']);
    const logged = log.events('resolver failed').map(({ extension, error, id }) => ({ extension, error, id }));
    expect(logged).to.deep.equal([{ extension: 'one', error: 'a secret', id: errors[0]?.extensions.id }]);
  });

  it('shows no client an object that is of another type than its field', async () => {
    const log = createMemoryLog();
    const sdl = 'type Query { card: Card } type Card { last: String }';
    const resolvers = {
      Query: { card: () => ({ kind: 'cash', token: 'a secret' }) },
      Card: { __isTypeOf: ({ kind }: { readonly kind: string }) => kind === 'card' },
    };
    const engine = createEngine({ extensions: [{ id: 'one', sdl, resolvers }], logger: log.logger });
    const { errors = [] } = await run(engine, '{ card { last } }', {});
    expect(errors.map(({ message }) => message)).to.deep.equal(['Internal server error']);
    expect(log.events('resolver failed').map(({ error }) => error)).to.match(/a secret/);
  });

  it('refuses guarded fields, unless a callback lets the caller have them', async () => {
    const guarded = { ...one, sdl: 'type Query { a: Int @authenticated }' };
    const closed = await run(createEngine({ extensions: [guarded] }), '{ a }', {});
    expect(closed.errors?.map(({ extensions: { code } }) => code)).to.deep.equal(['UNAUTHENTICATED']);
    const open = createEngine({ extensions: [guarded], refuse: () => undefined });
    expect((await run(open, '{ a }', {})).data).to.deep.equal({ a: 1 });
  });

  it('tells of its work', async () => {
    const told: string[] = [];
    const calls = { begin: () => 5, end: (begun: number) => told.push(`end ${begun}`), fail: () => told.push('fail') };
    const observe: EngineOptions<EngineScope>['observe'] = {
      callsOf: (extension) => (extension === 'one' ? calls : undefined),
      began: (how) => told.push(how),
      replayed: () => told.push('replayed'),
    };
    const fails = () => Promise.reject(new Error('a bug'));
    const { logger } = createMemoryLog();
    const engine = createEngine({ extensions: [{ ...one, resolvers: { Query: { a: fails } } }], observe, logger });
    await run(engine, '{ a }', {});
    await run(engine, '{ __typename __schema { queryType { name } } }', {});
    expect(told).to.deep.equal(['planned', 'end 5', 'replayed', 'fail', 'planned', 'replayed']);
  });

  it('lets the time of calls be limited', async () => {
    const never = new Promise<never>(() => undefined);
    const ended: string[] = [];
    const engine = createEngine({
      extensions: [{ ...one, resolvers: { Query: { a: () => never } } }],
      begin: ({ context = {} }: EngineScope) => ({
        contextOf: () => context,
        start: (_extension, waiting) => {
          setImmediate(() => waiting.giveUp(new GraphQLError('too late')));
          return { stop: () => undefined, answered: () => undefined };
        },
        end: () => ended.push('end'),
      }),
    });
    const { data, errors } = await run(engine, '{ a }', {});
    expect([data, errors?.map(({ message }) => message), ended]).to.deep.equal([{ a: null }, ['too late'], ['end']]);
  });

  it('explains how an operation is run', () => {
    const engine = createEngine({ extensions });
    const explained = engine.explain({ document: parse('{ products { stars } }') });
    if (explained.kind !== 'planned') throw new Error(explained.kind);
    expect(explained.steps.map(({ extension, kind, at }) => [extension, kind, at])).to.deep.equal([
      ['catalog', 'root', ''],
      ['reviews', 'entities', 'products'],
    ]);
    expect(engine.explain({ document: parse('{ __schema { types { name } } }') })).to.deep.equal({
      kind: 'introspection',
    });
    expect(engine.explain({ document: parse('query A { products { id } }'), operationName: 'B' })).to.deep.equal({
      kind: 'unknown',
    });
  });

  for (const compile of [true, false]) {
    it(`${compile ? 'makes' : 'makes no'} code for an operation that comes often`, async () => {
      const engine = createEngine({ extensions, compile });
      const document = parse('{ products { name stars } }');
      const answers = Array.from({ length: 40 }, () => engine.execute({ document, scope: {} }));
      const texts = new Set(answers.map((answer) => JSON.stringify(answer)));
      expect([...texts]).to.deep.equal([
        '{"data":{"products":[{"name":"Lamp","stars":4},{"name":"Chair","stars":5}]}}',
      ]);
      const explained = engine.explain({ document });
      expect(explained).to.have.property('tier', compile ? 'compiled plan' : 'interpreted plan');
    });
  }
});
