import { relative, resolve } from 'node:path';
import { readTutorial } from '../support/tutorial/read-tutorial.ts';
import { runTutorial } from '../support/tutorial/run-tutorial.ts';
import { openTrialFolder } from '../support/tutorial/trial-folder.ts';

const file = relative('.', resolve(import.meta.dirname, '../../docs/tutorial.md'));

describe('docs/tutorial.md', () => {
  it('says what happens, from an empty folder to a packed extension', async function () {
    this.timeout(15 * 60_000);
    this.retries(0);
    await using folder = await openTrialFolder();
    await runTutorial(await readTutorial(file), folder);
  });
});
