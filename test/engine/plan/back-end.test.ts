import { expect } from 'chai';
import { parse, validate } from 'graphql';
import { coreSchema } from '#gateway';
import type { RequestScope } from '#http';
import { composeGraphql } from '../../../src/engine/compose/compose-graphql.ts';
import type { BackEnd } from '../../../src/engine/plan/operation-plan.ts';
import { resolverBackEnd } from '../../../src/engine/run/resolve-references.ts';
import { stitchGateway } from '../../../src/engine/stitch-gateway.ts';
import type { ExecutableSubschema } from '../../../src/engine/subschema/subschema.ts';
import { OperationCalls } from '../../../src/gateway/calls/operation-calls.ts';
import { caseCount } from '../../support/case-count.ts';
import { askedByDocuments } from '../../support/document-back-end.ts';
import { expectSameAnswers } from '../../support/expect-same-answers.ts';
import { manifestOf } from '../../support/manifest-of.ts';
import { createMemoryLog } from '../../support/memory-log.ts';
import { randomRequest } from '../../support/random-request.ts';
import { type Faults, type Pick, pickFrom, type RandomShop, randomShop } from '../../support/random-shop.ts';
import { serveSubschemas } from '../../support/served-subschemas.ts';
import { builtSubschema, plain, scopeOf, stitchedShop, testContext } from '../../support/stitched-shop.ts';

const operationsOfShop = 10;
const cases = caseCount(300);
const firstSeed = Number(process.env.STOA_FUZZ_SEED ?? 1);

/** Which extensions get documents. */
const placements: Readonly<Record<string, (subschema: ExecutableSubschema, pick: Pick) => boolean>> = {
  'no extension': () => false,
  'all extensions': () => true,
  'every other extension': ({ extension }) => extension.charCodeAt(extension.length - 1) % 2 === 0,
  'extensions at random': (_subschema, pick) => pick(2) === 0,
};

describe('plans whose steps are documents compared with one merged schema', function () {
  this.timeout(0);

  for (const [placement, byDocument] of Object.entries(placements)) {
    it(`give the same data and errors, and call the same resolvers, for ${placement}, in ${cases} generated cases`, async () => {
      const documents = { asked: 0 };
      for (let seed = firstSeed; seed < firstSeed + cases / operationsOfShop; seed++)
        await tryShop(seed, byDocument, documents);
      expect(documents.asked > 0).to.equal(placement !== 'no extension');
    });
  }
});

describe('plans whose steps are asked over HTTP compared with one merged schema', function () {
  this.timeout(0);

  it(`give the same data and errors, and call the same resolvers, in ${cases} generated cases`, async () => {
    for (let seed = firstSeed; seed < firstSeed + cases / operationsOfShop; seed++) {
      const random = randomShop(seed);
      await using served = await serveSubschemas(random.extensions);
      await tryOperations(random, seed, served.backEndOf);
    }
  });
});

describe('an extension that has no back end', () => {
  it('is refused when its first operation comes, and not taken for one of this process', () => {
    const sdl = 'type Query { a: Int }';
    const manifest = manifestOf('one', sdl);
    const { composition } = composeGraphql([manifest], { own: coreSchema });
    const subschema = { ...builtSubschema({ manifest, composition, resolvers: [] }), resolvers: undefined };
    const gateway = stitchGateway({
      composition,
      subschemas: [subschema],
      begin: (scope: RequestScope) => new OperationCalls({ contextOf: () => testContext(scope) }, scope),
    });
    const operation = { document: parse('{ a }'), scope: scopeOf({}, createMemoryLog()) };
    expect(() => gateway.execute(operation)).to.throw('one has neither resolvers in this process nor a back end');
  });
});

describe('a back end that takes too long', () => {
  it('is given up when its extension’s time is over, and the neighbours’ fields are there', async () => {
    const never = new Promise<never>(() => undefined);
    const extensions = {
      slow: { sdl: 'type Query { slow: Int }', resolvers: { Query: { slow: () => never } } },
      quick: { sdl: 'extend type Query { quick: Int }', resolvers: { Query: { quick: () => 1 } } },
    };
    const shop = stitchedShop(extensions, { timeoutMs: 50, backEndOf: askedByDocuments });
    const { data, errors } = await shop.run('{ slow quick }');
    expect(data).to.deep.equal({ slow: null, quick: 1 });
    expect(errors?.map(({ path, extensions: { code } }) => [path, code])).to.deep.equal([
      [['slow'], 'EXTENSION_TIMEOUT'],
    ]);
  });
});

async function tryShop(
  seed: number,
  byDocument: (subschema: ExecutableSubschema, pick: Pick) => boolean,
  documents: { asked: number },
): Promise<void> {
  const random = randomShop(seed);
  const pickPlacement = pickFrom(-seed);
  const backEndOf = (subschema: ExecutableSubschema) => {
    if (!byDocument(subschema, pickPlacement)) return resolverBackEnd;
    documents.asked++;
    return askedByDocuments(subschema);
  };
  await tryOperations(random, seed, backEndOf);
}

async function tryOperations(
  random: RandomShop,
  seed: number,
  backEndOf: (subschema: ExecutableSubschema) => BackEnd,
): Promise<void> {
  const shop = stitchedShop(random.extensions, { compileAt: 2, backEndOf });
  for (let number = 0; number < operationsOfShop; number++) {
    const pick = pickFrom(seed * 1000 + number);
    // Every other operation is one of an extension, which may ask for internal fields.
    const inner = number % 2 === 0;
    const schema = inner ? shop.gateway.inner : shop.gateway.schema;
    const { query, variables } = randomRequest(schema, pick);
    if (validate(schema, parse(query)).length > 0) continue;
    random.begin(new Map());
    await shop.runMerged(query, { variables });
    const places = withoutPaths(random.calls);
    const faults = number % 3 === 0 || places.length === 0 ? new Map() : someFaults(places, pick);

    random.begin(faults);
    const expected = plain(await shop.runMerged(query, { variables }));
    const wanted = withoutPaths(random.calls);
    const possible = plain(await shop.runPossible(query, { variables }));
    const document = parse(query);
    const plans = inner ? shop.gateway.innerPlans : shop.gateway.plans;
    expect(plans.find({ document, variables }).kind).to.equal('plan');
    for (const round of [1, 2]) {
      random.begin(faults);
      const actual = plain(await shop.run(document, { variables, inner }));
      try {
        expectSameAnswers({ actual, expected, possible });
        if (expected.errors.length === 0) expectSameCalls(withoutPaths(random.calls), wanted);
      } catch (error) {
        const about = JSON.stringify({ seed, number, round, faults: [...faults], query, variables }, null, 1);
        throw new Error(`seed ${seed}, operation ${number}: ${about}`, { cause: error });
      }
    }
  }
}

/** A document names an entity once, although a list may have it several times. */
function expectSameCalls(calls: readonly string[], wanted: readonly string[]): void {
  expect([...new Set(calls)]).to.deep.equal([...new Set(wanted)]);
  for (const [call, times] of countsOf(calls)) expect(times, call).to.be.at.most(countsOf(wanted).get(call) ?? 0);
}

function countsOf(calls: readonly string[]): ReadonlyMap<string, number> {
  return new Map([...Map.groupBy(calls, (call) => call)].map(([call, all]) => [call, all.length]));
}

/** Which resolvers were called, and for which objects: paths are those of a document. */
function withoutPaths(calls: readonly string[]): readonly string[] {
  return calls.map((call) => call.slice(call.indexOf(' ') + 1)).toSorted();
}

/** Faults where resolvers are called: for all objects, or for one. */
function someFaults(places: readonly string[], pick: Pick): Faults {
  const kinds = ['throw', 'bug', 'reject', 'null', 'error', 'odd'] as const;
  return new Map(
    Array.from({ length: 1 + pick(6) }, () => [
      places[pick(places.length)] ?? '',
      kinds[pick(kinds.length)] ?? 'throw',
    ]),
  );
}
