import { relative, resolve } from 'node:path';
import { readTutorialPages } from '../support/tutorial/read-tutorial.ts';
import { runTutorial } from '../support/tutorial/run-tutorial.ts';
import { openTrialFolder } from '../support/tutorial/trial-folder.ts';

const pages = relative('.', resolve(import.meta.dirname, '../../docs/tutorial'));

describe('docs/tutorial', () => {
  it('says what happens, from an empty folder to a packed extension', async function () {
    this.timeout(15 * 60_000);
    this.retries(0);
    await using folder = await openTrialFolder();
    await runTutorial(await readTutorialPages(pages), folder);
  });
});
