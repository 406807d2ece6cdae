import { mkdtemp, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect } from 'chai';
import { parse } from 'graphql';
import type { ExtensionManifest } from '../../../../src/extensions/index.ts';
import { testManifest } from '../../../../test/support/test-manifests.ts';
import { shopConfig } from '../../../../test/support/test-project.ts';
import { meshFiles } from '../../src/export/files/mesh-files.ts';
import { readMeshSources } from '../../src/export/files/mesh-sources.ts';
import { exported } from './exported-shop.ts';

interface Sketch {
  readonly value: object;
  readonly secrets?: readonly string[];
  readonly files?: Readonly<Record<string, string>>;
}

/** An extension that is a `.meshrc.yaml` and the files that it names. */
async function meshManifest(id: string, { value, secrets = [], files = {} }: Sketch): Promise<ExtensionManifest> {
  const folder = await mkdtemp(join(dirname(await shopConfig()), 'mesh-'));
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  const file = join(folder, '.meshrc.yaml');
  const named = { files: Object.keys(files).map((name) => join(folder, name)), secrets };
  const mesh = { ...named, file, text: '', value, sources: [], packages: [], variables: [], placeOf: () => ({ file }) };
  const sdl = [{ file, document: parse('type Query { stock: Int }') }];
  return { ...testManifest(id), folder, resolverFiles: [], sdl, mesh };
}

const stock: Sketch = {
  value: {
    sources: [
      {
        name: 'warehouse',
        handler: {
          jsonSchema: {
            endpoint: '${WAREHOUSE_URL}',
            operationHeaders: { authorization: 'Bearer {env.WAREHOUSE_TOKEN}' },
            operations: [{ type: 'Query', field: 'stock', path: '/stocks', responseSchema: './w.json#/definitions/S' }],
          },
        },
        transforms: [{ prefix: { value: 'W_' } }],
      },
    ],
  },
  secrets: ['Bearer {env.WAREHOUSE_TOKEN}'],
  files: { 'w.json': '{"definitions":{}}' },
};

describe('sources of .meshrc.yaml for mesh-compose', () => {
  it('keep their options, with the files that they name beside them', async () => {
    const { sources, files, findings } = await readMeshSources([await meshManifest('stock', stock)]);
    expect(findings).to.deep.equal([]);
    expect([...files]).to.deep.equal([['sources/stock/w.json', '{"definitions":{}}']]);
    const [source] = sources;
    expect(source?.options).to.deep.equal({
      endpoint: '{env.WAREHOUSE_URL}',
      operationHeaders: { authorization: 'Bearer {env.WAREHOUSE_TOKEN}' },
      operations: [
        { type: 'Query', field: 'stock', path: '/stocks', responseSchema: './sources/stock/w.json#/definitions/S' },
      ],
    });
    expect(source?.transforms).to.deep.equal(['createPrefixTransform({"value":"W_"})']);
  });

  it('stand in mesh.config.ts beside the served extensions, with their packages', async () => {
    const { shop } = await exported('mesh');
    const mesh = await readMeshSources([await meshManifest('foo', stock)]);
    const files = meshFiles({ ...shop, mesh });
    const config = files.get('mesh.config.ts') ?? '';
    expect(config).to.include("import { loadJSONSchemaSubgraph } from '@omnigraph/json-schema';");
    expect(config).to.match(/import \{ defineConfig, loadGraphQLHTTPSubgraph, createPrefixTransform \} from/);
    expect(config).to.match(/sourceHandler: loadJSONSchemaSubgraph\('foo', \{\n/);
    expect(config).to.include('transforms: [createPrefixTransform({"value":"W_"})],');
    // The gateway reads foo, so it is no served subgraph.
    expect(config).not.to.include("subgraph('foo'");
    expect([...files.keys()])
      .to.include('sources/foo/w.json')
      .and.not.include('subgraphs/foo.graphql');
    expect(JSON.parse(files.get('package.json') ?? '').dependencies).to.have.property('@omnigraph/json-schema');
  });

  it('have names of their own where an extension has several', async () => {
    const handler = { graphql: { endpoint: 'https://a.example/graphql' } };
    const two = {
      value: {
        sources: [
          { name: 'a', handler },
          { name: 'b', handler },
        ],
      },
    };
    const { sources } = await readMeshSources([await meshManifest('zoo', two)]);
    expect(sources.map(({ name, loader }) => [name, loader.call])).to.deep.equal([
      ['zoo-a', 'loadGraphQLHTTPSubgraph'],
      ['zoo-b', 'loadGraphQLHTTPSubgraph'],
    ]);
  });

  it('are refused with what mesh-compose could not take over, each by itself', async () => {
    const plain = await meshManifest('stock', stock);
    const whatOf = async (manifest: ExtensionManifest) =>
      (await readMeshSources([manifest])).findings.map(({ what }) => what);
    expect(await whatOf({ ...plain, resolverFiles: ['/x.resolvers.ts'] })).to.deep.equal([
      'stock: its own SDL and resolvers use a source that only the gateway reads',
    ]);
    expect(await whatOf(await meshManifest('stock', { ...stock, secrets: ['hunter2'] }))).to.deep.equal([
      'stock: a secret stands in its file, and no export has one',
    ]);
    const soap = { value: { sources: [{ name: 's', handler: { soap: {} }, transforms: [{ cache: {} }] }] } };
    expect(await whatOf(await meshManifest('stock', soap))).to.deep.equal([
      'stock: "soap" has no counterpart in mesh-compose that an export knows',
      'stock: "cache" has no counterpart in mesh-compose that an export knows',
    ]);
  });
});
