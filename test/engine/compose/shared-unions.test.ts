import { expect } from 'chai';
import type { ShopExtension } from '../../support/stitched-shop.ts';
import { askShop, plannedTiers } from '../../support/tiers.ts';

type Json = Readonly<Record<string, unknown>>;

const step = { __typename: 'Step', label: 'a step' };
const walk = { __typename: 'Walk', metres: 5 };
const ride = { __typename: 'Ride', stops: 2 };

/** Both give a trip's legs; each knows one member of the union that the other does not. */
function tripsBy(own: string, member: string, legs: readonly Json[]): ShopExtension {
  const trip = { id: '1', legs };
  return {
    sdl: `type Query { ${own}: Trip trip: Trip @shareable }
      type Trip @key(fields: "id") { id: ID! route: Route @shareable }
      type Route { legs: [Leg!]! @shareable } union Leg = Step | ${member}
      type Step @shareable { label: String } type ${member} { ${member === 'Walk' ? 'metres' : 'stops'}: Int }`,
    resolvers: {
      Query: { [own]: () => trip, trip: () => ({ id: '1', legs: [step] }) },
      Trip: {
        __resolveReference: ({ id }: Json) => ({ ...trip, id }),
        route: (given: Json) => ({ legs: given.legs ?? legs }),
      },
    },
  };
}

const extensions = { foot: tripsBy('walked', 'Walk', [step, walk]), bus: tripsBy('ridden', 'Ride', [step, ride]) };
const legs = '{ route { legs { __typename ... on Step { label } ... on Walk { metres } ... on Ride { stops } } } }';

for (const [tier, options] of Object.entries(plannedTiers))
  describe(`a union of which each extension knows other members, in ${tier}`, () => {
    it('has all that the client asked of each member, also where another extension gives the field', async () => {
      expect(await askShop(extensions, `{ walked ${legs} }`, options)).to.deep.equal({
        data: { walked: { route: { legs: [step, walk] } } },
        errors: [],
        calls: ['foot'],
      });
      expect(await askShop(extensions, `{ ridden ${legs} }`, options)).to.deep.equal({
        data: { ridden: { route: { legs: [step, ride] } } },
        errors: [],
        calls: ['bus'],
      });
    });

    it('says of a member what it is where the client asks nothing else of it', async () => {
      const query = '{ walked { route { legs { __typename ... on Ride { stops } } } } }';
      expect(await askShop(extensions, query, options)).to.deep.include({
        data: { walked: { route: { legs: [{ __typename: 'Step' }, { __typename: 'Walk' }] } } },
        errors: [],
      });
    });

    it('has what both know where both give the field', async () => {
      expect(await askShop(extensions, `{ trip ${legs} }`, options)).to.deep.include({
        data: { trip: { route: { legs: [step] } } },
        errors: [],
      });
    });
  });
