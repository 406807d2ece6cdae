import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect } from 'chai';

const docs = resolve(import.meta.dirname, '../../docs');
const linesOf = (file: string): number => readFileSync(join(docs, file), 'utf8').trimEnd().split('\n').length;

describe('the pages of docs/', () => {
  const pages = globSync('**/*.md', { cwd: docs }).filter((file) => !file.startsWith('reference/'));

  it('have at most 250 lines each', () => {
    expect(pages).not.to.have.length(0);
    expect(pages.filter((file) => linesOf(file) > 250)).to.deep.equal([]);
  });

  it('name files of Stoa where a shop has them', () => {
    const wrong = globSync(['operating/*.md', 'extensions/*.md'], { cwd: docs }).flatMap((file) =>
      [...readFileSync(join(docs, file), 'utf8').matchAll(/(\S*)\b(?:bin\/stoa\.mjs|schemas\/gateway)/g)]
        .filter(([, before]) => before?.endsWith('node_modules/stoa/') !== true)
        .map(([text]) => `${file}: ${text}`),
    );
    expect(wrong).to.deep.equal([]);
  });

  it('have an index that names each decision, with at most 40 lines: context, decision, figures, consequences', () => {
    const index = readFileSync(join(docs, 'decisions/index.md'), 'utf8');
    const decisions = pages.filter((file) => /^decisions\/\d/.test(file)).toSorted();
    expect(decisions).not.to.have.length(0);
    for (const file of decisions) {
      const text = readFileSync(join(docs, file), 'utf8');
      const [, number, title] = /^# (\d{3}): (.+)\n/.exec(text) ?? [];
      expect(index, file).to.include(`* [${number}](${file.slice('decisions/'.length)}): ${title}\n`);
      expect(linesOf(file), file).to.be.at.most(40);
      const parts = [...text.matchAll(/^\*\*(Context|Decision|Figures|Consequences)\b/gm)].map(([, part]) => part);
      const wanted = ['Context', 'Decision', ...(parts.includes('Figures') ? ['Figures'] : []), 'Consequences'];
      expect(parts, file).to.deep.equal(wanted);
    }
  });
});
