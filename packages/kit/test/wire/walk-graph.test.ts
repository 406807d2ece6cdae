import { expect } from 'chai';
import { buildSchema, parse, validate } from 'graphql';
import { GraphWalk } from '../../src/wire/walk-graph.ts';

describe('the walk of a graph', () => {
  const schema = buildSchema(`
    type Query { thing(key: ID!): Thing things: [Thing!]! by(filter: Filter!, sizes: [Size!]!): Any node: Node }
    input Filter { size: Size! more: Filter deep: Deep! } input Deep { number: Int! }
    enum Size { SMALL LARGE }
    interface Node { id: ID! }
    type Thing implements Node { id: ID! name(upper: Boolean!): String like: Thing others(first: Int): [Other] }
    type Other implements Node { id: ID! name: Int thing: Thing }
    union Any = Thing | Other
  `);

  it('writes a valid query for each field, with all below it', () => {
    const graph = new GraphWalk(schema);
    const texts = graph.roots.map((root) => graph.query(root, 5) ?? '');
    expect(graph.roots.slice(0, 2)).to.have.members(['things', 'node']);
    for (const text of texts) expect(validate(schema, parse(text)).map(({ message }) => message)).to.deep.equal([]);
    expect(texts.join()).to.include('others').and.to.include('Thing__name');
  });

  it('takes keys from earlier answers', () => {
    const graph = new GraphWalk(schema);
    graph.learn({ things: [{ id: 'a', like: { id: 'b' } }] });
    expect(graph.query('thing', 5)).to.include('thing(key: "a")');
  });
});
