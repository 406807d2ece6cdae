import { expect } from 'chai';
import { type DocumentNode, parse } from 'graphql';
import { compilePlan, forgetCode } from '../../../src/engine/compile/compile-plan.ts';
import { type OperationPlan, tiers } from '../../../src/engine/plan/operation-plan.ts';
import { Refused } from '../../../src/engine/plan/plan-parts.ts';
import { CompiledPlans } from '../../../src/engine/run/plan-cache.ts';
import { collectGarbage } from '../../support/collect-garbage.ts';
import { stitchedShop } from '../../support/stitched-shop.ts';

const sdl = 'type Query { things: [Thing!]! } type Thing { id: ID! inner: Thing asked: Int }';
const thing = { id: 'a', inner: { id: 'b' } };
const answer = { data: { things: [{ id: 'a', asked: 1, inner: { id: 'b' } }] } };

describe('plans with code of their own', () => {
  const shop = stitchedShop({
    one: { sdl, resolvers: { Query: { things: () => [thing] }, Thing: { asked: () => 1 } } },
  });
  const planOf = (document: DocumentNode): OperationPlan => {
    const plan = shop.gateway.plans?.explain({ document });
    if (typeof plan !== 'object' || plan instanceof Refused) throw new Error(`no plan: ${plan}`);
    return plan;
  };
  const documents = [5, 3, 4, 9].map((hits) => {
    const document = parse('{ things { id asked inner { id } } }');
    const plan = planOf(document);
    plan.hits = hits;
    return { document, plan };
  });
  const plans = documents.map(({ plan }) => plan);
  const isCompiled = ({ tier }: OperationPlan): boolean => tier === tiers.compiled;

  /** In characters. */
  function lengthOf(plan: OperationPlan): number {
    const { hits } = plan;
    const length = compilePlan(plan, Number.POSITIVE_INFINITY) ?? 0;
    forgetCode(plan);
    plan.hits = hits;
    return length;
  }

  it('are no more than there is room for: the one that is asked for least runs by closures again', async () => {
    const [first] = plans;
    if (first === undefined) throw new Error('no plans');
    const compiled = new CompiledPlans(lengthOf(first) * 3 + 100);
    for (const plan of plans) expect(compiled.add(plan)).to.equal(true);
    expect(plans.map(isCompiled)).to.deep.equal([true, false, true, true]);
    expect(plans.map(({ hits }) => hits)).to.deep.equal([2, 0, 2, 9]);
    for (const { document } of documents) expect(await shop.run(document)).to.deep.equal(answer);
  });

  it('leave nothing behind when they have lost it', () => {
    // V8 would cache each code by its text until memory runs out: 30 KB for each of these.
    const compiled = new CompiledPlans(100_000);
    const heapAfter = (count: number): number => {
      for (let index = 0; index < count; index++) {
        // Each has a shape of its own.
        const levels = Array.from({ length: 10 }, (_, level) => `inner { id ${(index >> level) & 1 ? 'asked' : ''}`);
        const plan = planOf(parse(`{ things { ${levels.join(' ')} ${'}'.repeat(10)} } }`));
        expect(compiled.add(plan)).to.equal(true);
      }
      collectGarbage();
      return process.memoryUsage().heapUsed;
    };
    const before = heapAfter(50);
    expect((heapAfter(300) - before) / 300).to.be.lessThan(5000);
  });

  it('are none whose code is longer than half of the room', async () => {
    const document = parse('{ things { id asked inner { id } } }');
    const plan = planOf(document);
    expect(new CompiledPlans(lengthOf(plan) * 2 - 10).add(plan)).to.equal(false);
    expect(plan.staysInterpreted).to.equal(true);
    for (let hit = 0; hit < 100; hit++) expect(await shop.run(document)).to.deep.equal(answer);
    expect(isCompiled(plan)).to.equal(false);
  });
});
