import { expect } from 'chai';
import { parse, validate } from 'graphql';
import { caseCount } from '../../support/case-count.ts';
import { expectSameAnswers } from '../../support/expect-same-answers.ts';
import { type RandomRequest, randomRequest } from '../../support/random-request.ts';
import { type Faults, type Pick, pickFrom, type RandomShop, randomShop } from '../../support/random-shop.ts';
import { plain, type StitchedShop, stitchedShop } from '../../support/stitched-shop.ts';

/** Operations for each generated shop, since making a shop takes longer than running an operation. */
const operationsOfShop = 20;
/** The cases with generated code, and as many without. */
const cases = caseCount(1000);
const firstSeed = Number(process.env.STOA_FUZZ_SEED ?? 1);

describe('plans compared with one merged schema', function () {
  this.timeout(0);

  for (const compile of [true, false])
    it(`give the same data and errors, and call the same resolvers, in ${cases} cases, ${compile ? 'with' : 'without'} code`, async () => {
      const asked = { internal: 0 };
      for (let seed = firstSeed; seed < firstSeed + cases / operationsOfShop; seed++)
        await tryShop(seed, compile, asked);
      expect(asked.internal).to.be.greaterThan(cases / 20);
    });
});

interface Tried {
  readonly random: RandomShop;
  readonly shop: StitchedShop;
}

interface AskedRequest extends RandomRequest {
  readonly inner: boolean;
}

async function tryShop(seed: number, compile: boolean, asked: { internal: number }): Promise<void> {
  const random = randomShop(seed);
  const shop = stitchedShop(random.extensions, { compile, compileAt: 2 });
  const tried = { random, shop };
  for (let number = 0; number < operationsOfShop; number++) {
    const pick = pickFrom(seed * 1000 + number);
    // Every other operation is one of an extension, which may ask for internal fields.
    const inner = number % 2 === 0;
    const schema = inner ? shop.gateway.inner : shop.gateway.schema;
    const request = randomRequest(schema, pick);
    const document = parse(request.query);
    if (validate(schema, document).length > 0) continue;
    if (inner && validate(shop.gateway.schema, document).length > 0) asked.internal++;
    random.begin(new Map());
    await shop.runMerged(request.query, { variables: request.variables });
    const called = random.calls.map((call) => call.slice(call.indexOf(' ') + 1));
    const faults =
      number % 3 === 0 || called.length === 0 ? new Map() : someFaults([...called, ...random.references], pick);
    try {
      await tryRequest(tried, { ...request, inner }, faults);
    } catch (error) {
      const about = { seed, number, faults: [...faults], ...request };
      throw new Error(`seed ${seed}, operation ${number}: ${JSON.stringify(about, null, 1)}`, { cause: error });
    }
  }
}

/** Faults where resolvers are called and references are followed: for all objects, or for one. */
function someFaults(places: readonly string[], pick: Pick): Faults {
  const kinds = ['throw', 'bug', 'reject', 'null', 'error', 'odd'] as const;
  return new Map(
    Array.from({ length: 1 + pick(6) }, () => [
      places[pick(places.length)] ?? '',
      kinds[pick(kinds.length)] ?? 'throw',
    ]),
  );
}

async function tryRequest({ random, shop }: Tried, request: AskedRequest, faults: Faults): Promise<void> {
  const { query, variables, inner } = request;
  random.begin(faults);
  const expected = plain(await shop.runMerged(query, { variables }));
  const wanted = random.calls.toSorted();
  const mutations = mutationsOf(random);
  random.begin(faults);
  const possible = plain(await shop.runPossible(query, { variables }));

  // Twice: the second time the plan is known, and compiled.
  const document = parse(query);
  const plans = inner ? shop.gateway.innerPlans : shop.gateway.plans;
  expect(plans.find({ document, variables }).kind).to.equal('plan');
  for (const _round of [1, 2]) {
    random.begin(faults);
    const actual = plain(await shop.run(document, { variables, inner }));
    expectSameAnswers({ actual, expected, possible });
    expect(mutationsOf(random)).to.deep.equal(mutations);
    const calls = random.calls.toSorted();
    if (expected.errors.length === 0) expect(calls).to.deep.equal(wanted);
    const singles = calls.filter((call) => !call.startsWith('*'));
    expect(singles, 'a resolver ran twice').to.deep.equal([...new Set(singles)]);
  }
}

/** The root fields of a mutation, in the order in which they ran: also those that ran after one failed. */
function mutationsOf({ calls }: RandomShop): readonly string[] {
  return calls.filter((call) => call.includes(' Mutation.'));
}
