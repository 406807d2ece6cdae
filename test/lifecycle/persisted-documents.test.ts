import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect } from 'chai';
import { runStoa } from '../support/run-stoa.ts';
import { startGateway } from '../support/start-gateway.ts';
import { fixtureProject } from '../support/test-project.ts';

/** A project with two persisted documents beside its gateway.yaml. */
async function projectWith(documents: Readonly<Record<string, string>>): Promise<string> {
  const file = await fixtureProject('persisted-shop');
  await mkdir(join(dirname(file), 'documents'), { recursive: true });
  for (const [name, text] of Object.entries(documents)) await writeFile(join(dirname(file), 'documents', name), text);
  return file;
}

describe('a shop with persisted documents only', () => {
  it('serves those, and no others', async () => {
    await using shop = await startGateway({ fixture: 'persisted-shop' });
    const named = await fetch(`${shop.url}/graphql?documentId=Things`);
    expect(await named.json()).to.deep.equal({ data: { __typename: 'Query', things: [{ name: 'a thing' }] } });
    const { errors = [] } = await shop.graphql('{ __typename }');
    expect(errors.map(({ extensions }) => extensions?.code)).to.deep.equal(['PERSISTED_DOCUMENT_REQUIRED']);
  });

  it('does not pass stoa check with one that does not fit the schema: with its file and line', async () => {
    const file = await projectWith({ 'Broken.graphql': 'query Broken {\n  things {\n    prize\n  }\n}\n' });
    const { stdout, code } = await runStoa(['check', '--json'], { file });
    expect(code).to.equal(1);
    const [finding] = JSON.parse(stdout).findings;
    expect(finding).to.deep.include({ code: 'PERSISTED_DOCUMENT_INVALID', line: 3, column: 5 });
    expect(finding.file).to.match(/documents\/Broken\.graphql$/);
  });
});
