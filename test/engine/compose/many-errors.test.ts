import { expect } from 'chai';
import { stitchedShop } from '../../support/stitched-shop.ts';

const count = 600;

function shopOf(fail: (id: number) => unknown): ReturnType<typeof stitchedShop> {
  return stitchedShop({
    one: {
      sdl: 'type Query { things: [Thing] } type Thing { x: Int y: Int }',
      resolvers: {
        Query: { things: () => Array.from({ length: count }, (_, id) => ({ id })) },
        Thing: { x: ({ id }: { id: number }) => fail(id), y: () => 1 },
      },
    },
  });
}

describe('hundreds of errors in one answer', () => {
  const failing = () =>
    shopOf((id) => {
      throw new Error(`no ${id}`);
    });

  it('are each at their own place', async () => {
    const { data, errors = [] } = await failing().run('{ things { x y } }');
    expect(JSON.parse(JSON.stringify(data)).things).to.deep.equal(Array(count).fill({ x: null, y: 1 }));
    const paths = new Set(errors.map(({ path }) => JSON.stringify(path)));
    expect(paths).to.deep.equal(new Set(Array.from({ length: count }, (_, id) => `["things",${id},"x"]`)));
    expect(errors[0]?.locations).to.deep.equal([{ line: 1, column: 12 }]);
  });

  it('are logged in full for the first twenty, and counted for the rest', async () => {
    const shop = failing();
    const { errors = [] } = await shop.run('{ things { x } }');
    const [full, more] = [shop.log.events('resolver failed'), shop.log.events('more resolvers failed')];
    expect(full).to.have.length(20);
    expect(full[0]?.stack).to.match(/^Error: no 0\n/);
    expect(more.map(({ extension, count: counted }) => [extension, counted])).to.deep.equal([['one', count - 20]]);
    const logged = new Set([...full, ...more].map(({ id }) => id));
    expect(errors.every(({ extensions }) => logged.has(extensions.id))).to.equal(true);
  });

  it('count twenty anew for each operation', async () => {
    const shop = failing();
    await shop.run('{ things { x } }');
    await shop.run('{ things { x } }');
    expect(shop.log.events('resolver failed')).to.have.length(40);
  });

  it('are logged when they are nulls that the types do not allow', async () => {
    const shop = stitchedShop({
      one: {
        sdl: 'type Query { list: [Int!] things: [Thing] } type Thing { x: Int! }',
        resolvers: {
          Query: { list: () => [1, null], things: () => Array(25).fill({}) },
          Thing: { x: () => null },
        },
      },
    });
    const { errors = [] } = await shop.run('{ list things { x } }');
    expect(errors.every(({ message }) => message.startsWith('Cannot return null for'))).to.equal(true);
    const lines = shop.log.events('resolver gave nothing');
    expect(lines).to.have.length(20);
    expect(new Set(lines.map(({ extension, field }) => `${extension} ${field}`))).to.deep.equal(
      new Set(['one Query.list', 'one Thing.x']),
    );
    expect(lines.map(({ path }) => JSON.stringify(path))).to.include.members(['["list",1]', '["things",0,"x"]']);
    const more = shop.log.events('more resolvers failed');
    expect(more.map(({ extension, count: counted }) => [extension, counted])).to.deep.equal([['one', 6]]);
  });

  it('leave the stacks unread of those that are only counted', async () => {
    let read = 0;
    const shop = shopOf((id) => {
      const error = new Error(`no ${id}`);
      Object.defineProperty(error, 'stack', { get: () => `stack ${++read}` });
      throw error;
    });
    await shop.run('{ things { x } }');
    expect(read).to.equal(20);
  });
});
