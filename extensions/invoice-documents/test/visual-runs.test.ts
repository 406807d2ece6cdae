import { expect } from 'chai';
import { loadFonts } from '../src/pdf/load-fonts.ts';
import { readable, visualRuns } from '../src/pdf/visual-runs.ts';

describe('the runs of a line', () => {
  const seen = async (line: string, direction: 'ltr' | 'rtl' | 'auto' = 'auto') =>
    visualRuns(readable(line), direction, await loadFonts()).map(({ text }) => text);

  for (const [what, line, runs] of [
    ['are one in a language from left to right', 'Žofie (2 ks)', ['Žofie (2 ks)']],
    ['go from right to left, each word as it is written', 'رقم الطلب', ['الطلب', ' ', 'رقم']],
    ['keep numbers as they are', 'شارع 15', ['15 ', 'شارع']],
    ['keep an isolated number whole', 'فاتورة \u20682026-000007\u2069', ['2026-000007 ', 'فاتورة']],
    ['turn brackets round', '(المنزل)', ['(', 'المنزل', ')']],
    ['begin at the left with a word from left to right', 'Tea شاي', ['Tea ', 'شاي']],
    ['show a sign for what no font has', 'Tea 🍵', ['Tea \ufffd']],
  ] as const)
    it(what, async () => {
      expect(await seen(line)).to.deep.equal(runs);
    });
});
