import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { fixtureProject } from '../support/test-project.ts';

const run = promisify(execFile);

describe('bundles', () => {
  context('when there is no room for them', () => {
    it('are named as what cannot be written, with what to do', async () => {
      const file = await fixtureProject('numbered-shop');
      // A file may not grow beyond 512 bytes, which is what a full disk comes to.
      const check = ['bin/stoa.mjs', 'check', '--no-database', '--config', file];
      const outcome = await run('sh', ['-c', 'ulimit -f 1; exec "$0" "$@"', process.execPath, ...check]).catch(
        (error: unknown) => error,
      );
      expect(outcome).to.have.property('stdout').that.includes('BUILD_FOLDER_UNUSABLE').and.includes('Make room');
    });
  });
});
