import { expect } from 'chai';
import { createLogger, StartupError } from '#base';
import { loadConfig } from '#config';
import { type Assembly, assemble, buildGateway } from '#gateway';
import { noDatabase } from '#postgres';
import { rejection } from '../../support/rejection.ts';
import { fixtureProject } from '../../support/test-project.ts';

describe('placement: process', () => {
  it('is a finding for an extension with a .meshrc.yaml, at its place in gateway.yaml', async () => {
    const file = await fixtureProject('walled-shop');
    const assembly = await assemble(await loadConfig(file, { environment: {} }));
    const { manifests } = assembly;
    const mill = manifests.find(({ id }) => id === 'mill');
    if (mill === undefined) throw new Error('the fixture has a mill');
    // As if the mill had a source: Mesh itself need not be installed.
    const meshes = new Map([[mill.id, { key: 'x' }]]) as unknown as Assembly['meshes'];
    const parts = { logger: createLogger('silent'), database: noDatabase, development: false };
    const error = await rejection(buildGateway({ ...assembly, meshes }, parts));
    expect(error).to.be.instanceOf(StartupError);
    const [finding] = error instanceof StartupError ? error.findings : [];
    expect(finding).to.include({ code: 'CONFIG_INVALID' });
    expect(finding?.where).to.deep.include({ file, line: 10 });
    expect(finding?.what).to.include('"mill" has a .meshrc.yaml');
  });
});
