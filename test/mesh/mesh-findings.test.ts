import { symlink } from 'node:fs/promises';
import { expect } from 'chai';
import { type Finding, StartupError } from '../../src/base/findings/startup-error.ts';
import { readExtension } from '../../src/extensions/read-extension.ts';
import { openMesh } from '../../src/mesh/open-mesh.ts';
import { declaredAt, extensionId, type Files, temporaryFolder } from '../extensions/extension-folder.ts';
import { meshPackages, needsMesh, startSource, type TestSource } from '../support/mesh-shop.ts';

interface Situation {
  readonly files: Files;
  readonly environment?: NodeJS.ProcessEnv;
  readonly timeoutMs?: number;
  readonly installed?: boolean;
}

/** What keeps GraphQL Mesh from opening, with places relative to the extension's folder. */
async function findingsOf({ files, installed = true, ...options }: Situation): Promise<readonly Finding[]> {
  await using folder = await temporaryFolder(files);
  if (installed) await symlink(meshPackages, folder.path('node_modules'));
  const { manifest } = await readExtension({ id: extensionId('thing'), folder: folder.folder, declaredAt });
  if (manifest.mesh === undefined) throw new Error('the extension has no .meshrc.yaml that can be used');
  try {
    const mesh = await openMesh({ folder: folder.folder, mesh: manifest.mesh }, { environment: {}, ...options });
    await mesh.close();
    return mesh.warnings;
  } catch (error) {
    if (!(error instanceof StartupError)) throw error;
    return error.findings.map((finding) => ({
      ...finding,
      where: { ...finding.where, file: finding.where.file.replace(`${folder.folder}/`, '') },
    }));
  }
}

function graphqlSource(url: string, more = ''): string {
  return `sources:\n  - name: zoo\n    handler:\n      graphql:\n        endpoint: ${url}\n${more}`;
}

/** The one finding, as `CODE line what`. */
async function only(situation: Situation): Promise<string> {
  const findings = await findingsOf(situation);
  return findings.map(({ code, where, what }) => `${code} ${where.file}:${where.line} ${what}`).join('\n');
}

async function closedPort(): Promise<string> {
  const source: TestSource = await startSource(() => undefined);
  await source[Symbol.asyncDispose]();
  return source.url;
}

describe('a .meshrc.yaml that GraphQL Mesh cannot open', () => {
  before(needsMesh);

  it('tells when Mesh is not installed', async () => {
    const findings = await findingsOf({ files: { '.meshrc.yaml': graphqlSource('http://x') }, installed: false });
    expect(findings).to.have.length(1);
    expect(findings[0]).to.deep.include({
      code: 'MESH_NOT_INSTALLED',
      where: { file: '.meshrc.yaml', line: 1 },
      fix: 'npm install @graphql-mesh/cli',
    });
  });

  it('tells when Mesh is not one that it knows', async () => {
    const cli = 'node_modules/@graphql-mesh/cli';
    const files = {
      '.meshrc.yaml': 'sources:\n  - { name: zoo, handler: { own-handler: {} } }\n',
      [`${cli}/package.json`]: '{ "name": "@graphql-mesh/cli", "version": "9.0.0", "main": "index.js" }',
      [`${cli}/index.js`]: 'exports.other = 1;',
      'node_modules/own-handler/index.js': '',
    };
    expect(await only({ files, installed: false })).to.match(
      /^MESH_FAILED \.meshrc\.yaml:1 GraphQL Mesh cannot be loaded: /,
    );
  });

  it('does not take graphql itself for the handler of that name', async () => {
    const cli = 'node_modules/@graphql-mesh/cli';
    const files = {
      '.meshrc.yaml': graphqlSource('http://x'),
      [`${cli}/index.js`]: '',
      'node_modules/graphql/index.js': '',
    };
    const findings = await findingsOf({ files, installed: false });
    expect(findings.map(({ code, where }) => [code, where.line])).to.deep.equal([['MESH_NOT_INSTALLED', 4]]);
  });

  it('tells of each package that is not installed', async () => {
    const text = `${graphqlSource('http://x').replace('graphql:', 'soap:')}    transforms:\n      - namingConvention: {}\n`;
    const findings = await findingsOf({ files: { '.meshrc.yaml': text } });
    expect(findings.map(({ code, where, fix }) => [code, where.line, fix])).to.deep.equal([
      ['MESH_NOT_INSTALLED', 4, 'npm install @graphql-mesh/soap, if it is spelt right.'],
      ['MESH_NOT_INSTALLED', 7, 'npm install @graphql-mesh/transform-naming-convention, if it is spelt right.'],
    ]);
  });

  it('tells of each environment variable that is not set', async () => {
    const text = graphqlSource('"{env.ZOO_ENDPOINT}"');
    expect(await only({ files: { '.meshrc.yaml': text } })).to.equal(
      'MESH_VARIABLE_MISSING .meshrc.yaml:5 the environment variable ZOO_ENDPOINT is not set',
    );
  });

  it('tells when package.json has a configuration of its own', async () => {
    const files = { '.meshrc.yaml': graphqlSource('http://x'), 'package.json': '{ "mesh": {} }' };
    expect(await only({ files })).to.match(/^MESH_FAILED package\.json:1 has a "mesh" of its own/);
  });

  it('tells which source cannot be reached, and why', async () => {
    const url = await closedPort();
    expect(await only({ files: { '.meshrc.yaml': graphqlSource(`${url}/graphql?key=sesame`) } })).to.match(
      new RegExp(
        `^MESH_SOURCE_UNREADABLE \\.meshrc\\.yaml:2 the source "zoo" cannot be read: ${url}/graphql cannot be reached: .*ECONNREFUSED`,
      ),
    );
  });

  it('tells which source answers an error, without its secrets', async () => {
    await using source = await startSource((_request, response) => {
      response.statusCode = 401;
      return { errors: [{ message: 'no entry with sesame-literal' }] };
    });
    const headers = '        schemaHeaders: { authorization: Bearer sesame-literal }\n';
    const text = await only({ files: { '.meshrc.yaml': graphqlSource(source.url, headers) } });
    expect(text).to.equal(
      `MESH_SOURCE_UNREADABLE .meshrc.yaml:2 the source "zoo" cannot be read: ${source.url} answered 401`,
    );
    expect(source.takeRequests()[0]?.headers.authorization).to.equal('Bearer sesame-literal');
  });

  it('tells which source says what is no schema', async () => {
    await using source = await startSource(() => ({ data: { hello: 'world' } }));
    expect(await only({ files: { '.meshrc.yaml': graphqlSource(source.url) } })).to.match(
      /^MESH_SOURCE_UNREADABLE \.meshrc\.yaml:2 the source "zoo" cannot be read: \S/,
    );
  });

  it('waits for a source that does not answer for a bounded time', async () => {
    await using source = await startSource(() => undefined);
    expect(await only({ files: { '.meshrc.yaml': graphqlSource(source.url) }, timeoutMs: 300 })).to.equal(
      `MESH_SOURCE_UNREADABLE .meshrc.yaml:2 the source "zoo" cannot be read: ${source.url} has not answered after 300 ms`,
    );
  });

  it('tells of all sources at once', async () => {
    const url = await closedPort();
    const text = `${graphqlSource(url)}  - name: other\n    handler: { graphql: { endpoint: ${url} } }\n`;
    const findings = await findingsOf({ files: { '.meshrc.yaml': text } });
    expect(findings.map(({ where }) => where.line)).to.deep.equal([2, 6]);
  });

  it('tells which file is not there, or not what it should be', async () => {
    const text = 'sources:\n  - name: pets\n    handler:\n      openapi: { source: ./pets.json }\n';
    expect(await only({ files: { '.meshrc.yaml': text } })).to.match(/"pets" cannot be read: .*pets\.json/);
    expect(await only({ files: { '.meshrc.yaml': text, 'pets.json': '{ nothing' } })).to.match(/"pets" cannot be read/);
  });

  it('warns of options that Mesh does not know, which would do nothing', async () => {
    const text = `sources:
  - name: pets
    handler:
      openapi:
        source: ./pets.json
        endpont: http://localhost
`;
    const pets = { openapi: '3.0.3', info: { title: 'a', version: '1' }, paths: {} };
    const findings = await findingsOf({ files: { '.meshrc.yaml': text, 'pets.json': JSON.stringify(pets) } });
    expect(
      findings.map(({ code, severity, where, what, fix }) => [code, severity, where.line, what, fix]),
    ).to.deep.equal([
      [
        'MESHRC_INVALID',
        'warning',
        6,
        '"endpont" is no option that GraphQL Mesh knows here',
        'Did you mean "endpoint"?',
      ],
    ]);
  });

  it('runs no code that lies in a file', async () => {
    const text = 'sources:\n  - name: zoo\n    handler:\n      graphql: { source: schema.js }\n';
    const files = { '.meshrc.yaml': text, 'schema.js': 'globalThis.zooHasRun = true; export const schema = 1;' };
    expect(await only({ files })).to.match(/^MESH_SOURCE_UNREADABLE .*"zoo" cannot be read/);
    expect(globalThis).not.to.have.property('zooHasRun');
  });
});
