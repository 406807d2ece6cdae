import { existsSync } from 'node:fs';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { composeServices } from '@theguild/federation-composition';
import { expect } from 'chai';
import { type DocumentNode, GraphQLSchema, parse, Source } from 'graphql';
import { StartupError } from '../../../../src/base/index.ts';
import { loadConfig } from '../../../../src/config/index.ts';
import { composeGraphql } from '../../../../src/engine/index.ts';
import { assemble, coreSchema } from '../../../../src/gateway/index.ts';
import { manifestOf } from '../../../../test/support/manifest-of.ts';
import { randomShop } from '../../../../test/support/random-shop.ts';
import { rejection } from '../../../../test/support/rejection.ts';
import { runStoa } from '../../../../test/support/run-stoa.ts';
import { stitchedShop } from '../../../../test/support/stitched-shop.ts';
import { extensionId } from '../../../../test/support/test-manifests.ts';
import { fixtureProject, shopConfig } from '../../../../test/support/test-project.ts';
import { exportShop } from '../../src/export/index.ts';
import { composeSupergraph } from '../../src/export/supergraph/compose-supergraph.ts';
import { exported } from './exported-shop.ts';

const config = { file: '/shop/gateway.yaml' };

function supergraphOf(sdl: Readonly<Record<string, string>>): ReturnType<typeof composeSupergraph> {
  const manifests = Object.entries(sdl).map(([id, text]) => manifestOf(id, text));
  const { composition, findings } = composeGraphql(manifests, { own: coreSchema });
  expect(findings.filter(({ severity }) => severity === 'error')).to.deep.equal([]);
  const extensions = new Map(Object.keys(sdl).map((name) => [name, `http://${name}:4001`]));
  return composeSupergraph(config, { manifests, composition }, { gateway: 'http://shop:3000', extensions });
}

describe('the supergraph of an export', () => {
  it('has a subgraph for each extension, and one of Stoa for its own fields', async () => {
    const { shop } = await exported('hive');
    const { sdl, subgraphs } = shop.supergraph;
    const names = shop.config.extensions.map(({ name }) => name);
    expect(names).to.include.members(['catalog', 'cart', 'pricing', 'foo']);
    expect(subgraphs.map(({ name }) => name)).to.deep.equal([...names, 'stoa']);
    expect(sdl).to.include('@join__graph(name: "reviews", url: "http://reviews:4001/graphql")');
    expect(sdl).to.include('@join__graph(name: "stoa", url: "http://shop:3000/graphql")');
    expect(sdl).to.match(/url\(routeId: String!, params: URLParams\): String @join__field\(graph: STOA\)/);
    expect(sdl).to.not.match(/changeSettings|SettingValues/);
    expect(sdl).to.match(/deleteReview.*@requiresScopes\(scopes: \[\["reviews:write"\]\]\)/);
  });

  it('writes subgraphs that compose to the same, in the export for mesh-compose', async () => {
    const { shop, files } = await exported('mesh');
    const services = shop.supergraph.subgraphs.map(({ name, url }) => ({
      name,
      url,
      typeDefs: parse(files.get(`subgraphs/${name}.graphql`) ?? ''),
    }));
    expect(composeServices(services).supergraphSdl).to.equal(shop.supergraph.sdl.trimEnd());
  });

  it('keeps what extensions say by Federation: @requires, @provides, @interfaceObject, @inaccessible, @override', () => {
    const { sdl } = supergraphOf({
      catalog: `
        type Query { products: [Product!]! }
        interface Thing @key(fields: "id") { id: ID! }
        type Product implements Thing @key(fields: "id") @authenticated {
          id: ID!
          weight: Int
          cost: Int @inaccessible
          stock: Int
          vendor: Vendor @provides(fields: "name")
        }
        type Vendor @key(fields: "id") { id: ID! name: String @external }`,
      vendors: 'type Vendor @key(fields: "id") { id: ID! name: String @shareable } type Query { vendors: [Vendor!]! }',
      shipping: `
        type Product @key(fields: "id") { id: ID! weight: Int @external postage: Int @requires(fields: "weight") }
        extend type Product { stock: Int @override(from: "catalog") }`,
      notes: 'type Thing @key(fields: "id") @interfaceObject { id: ID! note: String }',
    });
    expect(sdl).to.include('requires: "weight"');
    expect(sdl).to.include('provides: "name"');
    expect(sdl).to.include('isInterfaceObject: true');
    expect(sdl).to.match(/cost: Int .*@inaccessible/);
    expect(sdl).to.include('override: "catalog"');
    expect(sdl).to.match(/type Product .*@authenticated/);
  });

  it('composes for generated shops, also when a gateway has stitched their subgraphs', () => {
    for (let seed = 1; seed <= 25; seed++) {
      const { extensions } = randomShop(seed);
      const { composition } = stitchedShop(extensions);
      const manifests = Object.entries(extensions).map(([id, { sdl }]) => manifestOf(id, sdl));
      const names = Object.keys(extensions).map((name) => [name, `http://${name}`] as const);
      const addresses = { gateway: 'http://shop:3000', extensions: new Map(names) };
      const { subgraphs } = composeSupergraph(config, { manifests, composition }, addresses);
      expect(subgraphs).to.have.length(names.length + 1);
    }
  });

  it('calls the gateway otherwise where an extension is called stoa', () => {
    const { subgraphs } = supergraphOf({ stoa: 'type Query { hello: String }' });
    expect(subgraphs.map(({ name }) => name)).to.deep.equal(['stoa', 'stoa-gateway']);
  });

  const owner =
    'interface Method { code: ID! } type Cash implements Method { code: ID! } type Query { methods: [Method!]! @gather }';

  it('has a list that others may fill as an ordinary one, while none does', () => {
    const { sdl, subgraphs } = supergraphOf({ owner });
    expect(sdl).to.include('methods: [Method!]!');
    expect(subgraphs[0]?.sdl).to.not.include('@gather');
  });

  it('has a list of Query that several extensions fill in the subgraph of the gateway alone', () => {
    const card = `type Card implements Method @key(fields: "code") { code: ID! brand: String }
      extend type Query { methods: [Method!]! @contribute card: Card }`;
    const { sdl, subgraphs } = supergraphOf({ owner, card });
    expect(sdl).to.include('methods: [Method!]! @join__field(graph: STOA)');
    const written = subgraphs.map((one) => one.sdl);
    expect(written.map((text) => text.includes('methods'))).to.deep.equal([false, false, true]);
    expect(written[0]).to.include('type Cash implements Method @shareable');
    expect(written[2]).to.include('type Cash implements Method @shareable');
    expect(written[2]).to.match(
      /type Card implements Method @key\(fields: "code", resolvable: false\) \{\s+code: ID!\s+\}/,
    );
  });

  it('leaves out lists that are internal', () => {
    const inner = owner.replace('@gather', '@gather @internal').replace('type Query {', 'type Query { a: ID');
    const { sdl } = supergraphOf({ owner: inner, card: 'extend type Query { methods: [Method!]! @contribute }' });
    expect(sdl).to.not.include('methods');
  });

  it('has such a list of an object, and what requires it, in the subgraph of the gateway alone', () => {
    const cart = `type Claim { amount: Int! } type Cart @key(fields: "id") { id: ID! claims: [Claim!]! @gather
      total: Int! @requires(fields: "claims { amount }") } type Query { cart: Cart }`;
    const { sdl, subgraphs } = supergraphOf({ cart, voucher: 'extend type Cart { claims: [Claim!]! @contribute }' });
    expect(sdl).to.include('claims: [Claim!]! @join__field(graph: STOA)');
    expect(sdl).to.include('total: Int! @join__field(graph: STOA)');
    expect(subgraphs.at(-1)?.sdl).to.include('type Cart @key(fields: "id") {');
  });

  it('says what Federation refuses, and what to change', () => {
    const document = parse(new Source('type Query {\n  x: Int\n}', '/shop/a/graphql/A.graphql'));
    const subgraph = subgraphOf(document);
    const subgraphs = new Map([
      [extensionId('a'), subgraph],
      [extensionId('b'), subgraphOf(parse('type Query { x: String }'))],
    ]);
    const addresses = { gateway: 'http://shop:3000', extensions: new Map<string, string>() };
    const composition = { subgraphs, types: new Map(), schema: new GraphQLSchema({}), internal: new Map() };
    const shop = { manifests: [], composition };
    expect(() => composeSupergraph(config, shop, addresses)).to.throw(
      StartupError,
      /EXPORT_NOT_COMPOSED: .*FIELD_TYPE_MISMATCH.*\(\/shop\/a\/graphql\/A\.graphql:2:3\)/,
    );
  });
});

describe('stoa export', () => {
  it('writes the files, and prints their names', async () => {
    const file = await shopConfig();
    const out = join(dirname(file), `export-${process.pid}`);
    const { code, stdout, stderr } = await runStoa(['export', '--target', 'hive', '--out', out], { file });
    expect([code, stderr.includes('EXPORT_CALLER_REFUSED')]).to.deep.equal([0, true]);
    expect(await readdir(out)).to.have.members(
      stdout
        .trim()
        .split('\n')
        .map((name) => name.replace(/^.*\//, '')),
    );
    expect(await readdir(out)).to.include.members(['supergraph.graphql', 'gateway.config.ts', 'gateway.yaml']);
  });

  it('leaves a folder that is not empty as it is', async () => {
    const file = await shopConfig();
    const out = join(dirname(file), `full-${process.pid}`);
    await mkdir(out);
    await writeFile(join(out, 'mine.txt'), 'mine');
    const { code, stderr } = await runStoa(['export', '--target', 'hive', '--out', out], { file });
    expect(code).to.equal(1);
    expect(stderr).to.match(/error EXPORT_FOLDER\n {2}is not empty: it has mine\.txt/);
    expect(await readdir(out)).to.deep.equal(['mine.txt']);
  });

  it('says so where a file stands in the place of the folder', async () => {
    const file = await shopConfig();
    const { code, stderr } = await runStoa(['export', '--target', 'hive', '--out', file], { file });
    expect([code, stderr]).to.have.property('0', 1);
    expect(stderr).to.include('cannot be read as a folder (ENOTDIR)');
  });

  it('says so where no extension has GraphQL', async () => {
    const file = await fixtureProject('private-shop');
    const { code, stderr } = await runStoa(['export', '--target', 'hive', '--out', `${file}.out`], { file });
    expect(code).to.equal(1);
    expect(stderr).to.include('EXPORT_NO_GRAPHQL');
  });

  it('names the targets when another one is asked for', async () => {
    const file = await shopConfig();
    const { code, stderr } = await runStoa(['export', '--target', 'nomad', '--out', `${file}.out`], { file });
    expect(code).to.equal(2);
    expect(stderr).to.include('hive, apollo, compose, kubernetes, mesh');
  });

  it('refuses for Apollo Router by its name a list of an object that several extensions fill', async () => {
    const environment = { JWKS_URL: 'https://id.example/jwks.json' };
    const assembly = await assemble(await loadConfig(await fixtureProject('joined-shop'), { environment }));
    const out = `${assembly.config.file}.out`;
    const error = await rejection(exportShop(assembly, { target: 'apollo', out }));
    expect(error)
      .to.have.property('message')
      .that.matches(/EXPORT_NOT_JOINED: "Cart\.claims" needs parts of several[\s\S]*"Cart\.total"/);
    expect(existsSync(out)).to.equal(false);
    await assembly.release();
  });

  it('refuses an extension whose sources only the gateway reads', async () => {
    const assembly = await assemble(await loadConfig(await shopConfig(), { environment: {} }));
    const meshFile = '/shop/prices/.meshrc.yaml';
    const nothing = { text: '', value: {}, sources: [], packages: [], variables: [], secrets: [], files: [] };
    const mesh = { ...nothing, file: meshFile, placeOf: () => ({ file: meshFile }) };
    const manifests = assembly.manifests.map((each) => (each.id === 'foo' ? { ...each, mesh } : each));
    const out = `${assembly.config.file}.out`;
    const error = await rejection(exportShop({ ...assembly, manifests }, { target: 'hive', out }));
    expect(error)
      .to.have.property('message')
      .that.matches(/^EXPORT_NOT_SERVED: the sources of foo .*\.meshrc\.yaml:1/);
    expect(existsSync(out)).to.equal(false);
    await assembly.release();
  });
});

function subgraphOf(document: DocumentNode) {
  return { document, clientDocument: document, types: new Set<string>(), ownedEntities: [] };
}
