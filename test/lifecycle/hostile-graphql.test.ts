import { expect } from 'chai';
import { hostileRequests, sendHostile } from '../support/hostile-graphql.ts';
import { processorMs } from '../support/processor-ms.ts';
import { startGateway, type TestGateway } from '../support/start-gateway.ts';

describe('a hostile GraphQL request, in production', () => {
  let shop: TestGateway;
  before(async () => {
    shop = await startGateway({ overrides: { port: 0, adminPort: 0, jobs: false } });
    // What is measured is not how long code takes to load.
    await shop.graphql('{ products { nodes { name reviews { id } } } }');
  });
  after(() => shop[Symbol.asyncDispose]());

  for (const [group, requests] of Object.entries(hostileRequests)) {
    context(group, () => {
      for (const hostile of requests) {
        it(`${hostile.name}: ${hostile.status} ${hostile.codes.join(', ')}`, async () => {
          const started = processorMs();
          const { status, text, headers } = await sendHostile(shop.url, hostile);
          expect(processorMs() - started).to.be.lessThan(1000);
          const { errors = [] }: { errors?: { extensions: { code: string } }[] } = JSON.parse(text);
          expect([...new Set(errors.map(({ extensions }) => extensions.code))], text.slice(0, 500)).to.deep.equal(
            hostile.codes,
          );
          expect(status).to.equal(hostile.status);
          if (hostile.says !== undefined) expect(text).to.match(hostile.says);
          if (hostile.hides !== undefined) expect(text).to.not.match(hostile.hides);
          if (hostile.errors !== undefined) expect(errors.length).to.be.at.most(hostile.errors);
          expect(headers).to.not.have.property('access-control-allow-origin');
          expect(text.length).to.be.lessThan(20_000);
          expect({}).to.not.have.property('polluted');
          // The shop is well.
          expect(await shop.graphql('{ product(id: "1001") { __typename productId } }')).to.deep.equal({
            data: { product: { __typename: 'Product', productId: '1001' } },
          });
        });
      }
    });
  }
});

describe('an answer with hundreds of errors, in production', () => {
  it('has 100 of them, and a last one that says how many are left out', async () => {
    await using shop = await startGateway();
    await shop.database('supplement').query('alter table supplement rename to gone');
    const aliases = Array.from(
      { length: 10 },
      (_, index) => `a${index}: products(first: 20) { nodes { extension { supplement { dosage } } } }`,
    );
    const { errors = [] } = await shop.graphql(`{ ${aliases.join(' ')} }`);
    expect(errors).to.have.length(101);
    expect(errors.at(-1)?.message).to.match(/^\d+ more errors are left out: an answer has at most 100\.$/);
    expect(errors.at(-1)?.extensions?.code).to.equal('ERRORS_LEFT_OUT');
  });
});
