import { expect } from 'chai';
import { parse } from 'graphql';
import { describePlan } from '../../../src/engine/describe-plan.ts';
import { type ShopExtension, stitchedShop } from '../../support/stitched-shop.ts';
import { askShop, plannedTiers } from '../../support/tiers.ts';

type Json = Readonly<Record<string, unknown>>;

const works: Readonly<Record<string, Json>> = {
  b1: { __typename: 'Book', id: 'b1', title: 'Walden', pages: 300, state: 'lent' },
  f1: { __typename: 'Film', id: 'f1', title: 'Alien', minutes: 117 },
};

/** Has the interface, and knows which type each object is of. */
const archive: ShopExtension = {
  sdl: `type Query { works: [Work!]! }
    interface Work @key(fields: "id") { id: ID! title: String }
    type Book implements Work @key(fields: "id") { id: ID! title: String pages: Int state: String @shareable }
    type Film implements Work @key(fields: "id") { id: ID! title: String minutes: Int }`,
  resolvers: {
    Query: { works: () => Object.values(works) },
    Work: { __resolveReference: ({ id }: Json) => works[String(id)] ?? null },
    Book: { __resolveReference: ({ id }: Json) => works[String(id)] ?? null },
    Film: { __resolveReference: ({ id }: Json) => works[String(id)] ?? null },
  },
};

/** Rates works by `@interfaceObject`: it does not know their types. */
const ratings: ShopExtension = {
  sdl: `extend type Query { best: [Work]! }
    type Work @key(fields: "id") @interfaceObject { id: ID! title: String @external stars: Int! label: String @requires(fields: "title") }`,
  resolvers: {
    Query: { best: () => [{ id: 'f1' }, { id: 'b1' }] },
    Work: { stars: ({ id }: Json) => (id === 'b1' ? 5 : 4), label: ({ title }: Json) => `${title}!` },
  },
};

/** A second extension that does not know the types. */
const shelf: ShopExtension = {
  sdl: 'type Work @key(fields: "id") @interfaceObject { id: ID! state: String @shareable place: String }',
  resolvers: {
    Work: { state: () => 'there', place: { batch: (all: readonly Json[]) => all.map(({ id }) => `shelf ${id}`) } },
  },
};

for (const [tier, options] of Object.entries(plannedTiers)) {
  const answer = (query: string, extensions = { archive, ratings, shelf }) => askShop(extensions, query, options);

  describe(`an @interfaceObject, in ${tier}`, () => {
    it('gives its fields to all types of the interface', async () => {
      expect(await answer('{ works { title stars ... on Film { minutes place } } }')).to.deep.include({
        data: {
          works: [
            { title: 'Walden', stars: 5 },
            { title: 'Alien', stars: 4, minutes: 117, place: 'shelf f1' },
          ],
        },
        errors: [],
      });
    });

    it('answers by itself what does not depend on the type', async () => {
      const answered = await answer('{ best { id stars ... on Work { id } } }');
      expect(answered).to.deep.include({
        data: {
          best: [
            { id: 'f1', stars: 4 },
            { id: 'b1', stars: 5 },
          ],
        },
        errors: [],
      });
      expect(answered.calls).to.deep.equal(['ratings']);
    });

    it('is joined by another one without anybody knowing the type', async () => {
      const answered = await answer('{ best { stars state place } }');
      expect(answered.data).to.deep.equal({
        best: [
          { stars: 4, state: 'there', place: 'shelf f1' },
          { stars: 5, state: 'there', place: 'shelf b1' },
        ],
      });
      expect(answered.calls).to.deep.equal(['ratings', 'shelf']);
    });

    it('asks who has the interface where the type is wanted', async () => {
      expect(await answer('{ best { __typename id ... on Book { pages state } } }')).to.deep.include({
        data: {
          best: [
            { __typename: 'Film', id: 'f1' },
            { __typename: 'Book', id: 'b1', pages: 300, state: 'lent' },
          ],
        },
        errors: [],
      });
    });

    it('gets what it @requires of the types', async () => {
      expect(await answer('{ best { label } works { label } }')).to.deep.include({
        data: { best: [{ label: 'Alien!' }, { label: 'Walden!' }], works: [{ label: 'Walden!' }, { label: 'Alien!' }] },
        errors: [],
      });
    });

    it('has an error at the object that nobody knows, and only there', async () => {
      const lost = {
        ...ratings,
        resolvers: { ...ratings.resolvers, Query: { best: () => [{ id: 'x' }, { id: 'b1' }] } },
      };
      expect(await answer('{ best { title } }', { archive, ratings: lost, shelf })).to.deep.include({
        data: { best: [null, { title: 'Walden' }] },
        errors: ['best.0'],
      });
    });

    it('has its own errors where they are, whether or not the type is known', async () => {
      const broken = {
        ...ratings,
        resolvers: {
          ...ratings.resolvers,
          Work: { ...ratings.resolvers?.Work, stars: ({ id }: Json) => (id === 'b1' ? 5 : null) },
        },
      };
      const extensions = { archive, ratings: broken, shelf };
      expect(await answer('{ best { id stars } }', extensions)).to.deep.include({
        data: { best: [null, { id: 'b1', stars: 5 }] },
        errors: ['best.0.stars'],
      });
      expect(await answer('{ best { __typename stars } }', extensions)).to.deep.include({
        data: { best: [null, { __typename: 'Book', stars: 5 }] },
        errors: ['best.0.stars'],
      });
    });

    it('finds the type by the types’ own keys where the interface has no code', async () => {
      const { Work: _, ...rest } = archive.resolvers ?? {};
      const typed = {
        ...archive,
        resolvers: { ...rest, Work: { __resolveType: ({ id }: Json) => works[String(id)]?.__typename } },
      };
      expect(
        await answer('{ best { title ... on Book { pages } } }', { archive: typed, ratings, shelf }),
      ).to.deep.include({
        data: { best: [{ title: 'Alien' }, { title: 'Walden', pages: 300 }] },
        errors: [],
      });
    });
  });
}

describe('the plan of an @interfaceObject', () => {
  it('says who is asked for the types, and by what', () => {
    const { gateway } = stitchedShop({ archive, ratings });
    const plan = gateway.plans?.explain({ document: parse('{ best { __typename stars } }') });
    const { steps } = typeof plan === 'object' && 'root' in plan ? describePlan(plan) : { steps: [] };
    expect(steps.map(({ extension, kind, at, type, keys }) => ({ extension, kind, at, type, keys }))).to.deep.equal([
      { extension: 'ratings', kind: 'root', at: '', type: 'Query', keys: [] },
      { extension: 'archive', kind: 'entities', at: 'best', type: 'Work', keys: ['id'] },
    ]);
  });
});

describe('an @interfaceObject of an interface with a guarded or hidden type', () => {
  const withFilm = (film: string): ShopExtension => ({
    ...archive,
    sdl: archive.sdl.replace(/type Film [^{]*\{[^}]*\}/, film),
  });
  const run = async (film: string) => {
    const shop = stitchedShop({ archive: withFilm(film), ratings });
    const { data, errors = [] } = await shop.run('{ best { id } }');
    return { data: JSON.parse(JSON.stringify(data)), errors: errors.map(({ path }) => path?.join('.')) };
  };

  it('lets nobody have of an object what he may not have of its type', async () => {
    const film = 'type Film implements Work @key(fields: "id") @authenticated { id: ID! title: String minutes: Int }';
    expect(await run(film)).to.deep.equal({ data: { best: [null, { id: 'b1' }] }, errors: ['best.0.id'] });
  });

  it('shows nobody an object whose type clients do not see', async () => {
    const film = 'type Film implements Work @key(fields: "id") @inaccessible { id: ID! title: String minutes: Int }';
    expect(await run(film)).to.deep.equal({ data: { best: [null, { id: 'b1' }] }, errors: ['best.0'] });
  });
});

describe('an @interfaceObject of whose interface there is no type', () => {
  const extensions = {
    one: {
      sdl: 'type Query { a: Node } interface Node @key(fields: "id") { id: ID! }',
      resolvers: { Query: { a: () => ({ id: '1' }) } },
    },
    two: {
      sdl: 'extend type Query { b: Node } type Node @key(fields: "id", resolvable: false) @interfaceObject { id: ID! note: String }',
      resolvers: { Query: { b: () => ({ id: '1', note: 'here' }) } },
    },
  };

  it('answers what it has', async () => {
    const shop = stitchedShop(extensions);
    expect(await shop.run('{ b { id note } }')).to.deep.equal({ data: { b: { id: '1', note: 'here' } } });
  });

  it('refuses what nothing leads to, before anybody is asked', async () => {
    const shop = stitchedShop(extensions);
    const { data, errors = [] } = await shop.run('{ a { note } }');
    expect(data).to.equal(undefined);
    expect(errors.map(({ message, extensions: { code } }) => [code, message])).to.deep.equal([
      [
        'UNREACHABLE',
        'Node.note cannot be resolved here: no extension that provides the object at this place provides all of its selected fields.',
      ],
    ]);
    expect(shop.calls).to.deep.equal([]);
  });
});
