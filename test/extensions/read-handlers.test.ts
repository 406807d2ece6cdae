import { expect } from 'chai';
import { discovered, endpoint, type Files, handler, itReports, routeFile, soundRoute } from './extension-folder.ts';

describe('readHandlers', () => {
  describe('handlers', () => {
    const handlers = (...names: string[]): Files => ({
      [routeFile]: JSON.stringify(soundRoute),
      ...Object.fromEntries(names.map((name) => [`${endpoint}/${name}`, handler])),
    });
    itReports([
      ['none', handlers(), `HANDLER_MISSING ${routeFile}:1`],
      [
        'an unknown prerequisite',
        handlers('bodyParser.ts', '[bodyParsr]a.ts'),
        `PREREQUISITE_UNKNOWN ${endpoint}/[bodyParsr]a.ts:1`,
      ],
      ['a circle', handlers('[c]a.ts', '[a]b.ts', '[b]c.ts', '[c]d.ts'), `PREREQUISITE_CYCLE ${endpoint}/[c]a.ts:1`],
      ['a handler that waits for itself', handlers('[a]a.ts'), `PREREQUISITE_CYCLE ${endpoint}/[a]a.ts:1`],
      [
        'a circle through a chain',
        handlers('[b]a.ts', 'b.ts', '[a][b]c.ts'),
        `PREREQUISITE_CYCLE ${endpoint}/[b]a.ts:1`,
      ],
      ['one name twice', handlers('a.ts', 'b.ts', '[b]a.ts'), `HANDLER_DUPLICATE ${endpoint}/a.ts:1`],
      ['one name in two languages', handlers('a.js', 'a.ts'), `HANDLER_DUPLICATE ${endpoint}/a.ts:1`],
      ['an empty prerequisite', handlers('[]a.ts'), `HANDLER_NAME ${endpoint}/[]a.ts:1`],
      ['a bracket that is not closed', handlers('[a.ts', 'a.ts'), `HANDLER_NAME ${endpoint}/[a.ts:1`],
      ['brackets alone', handlers('[a].ts', 'a.ts'), `HANDLER_NAME ${endpoint}/[a].ts:1`],
      ['a bracket at the end', handlers('b[a].ts', 'a.ts'), `HANDLER_NAME ${endpoint}/b[a].ts:1`],
      ['a space', handlers('a b.ts'), `HANDLER_NAME ${endpoint}/a b.ts:1`],
      ['a prerequisite twice', handlers('[a][a]b.ts', 'a.ts'), `HANDLER_NAME ${endpoint}/[a][a]b.ts:1`],
    ]);

    it('names the nearest handler, and the whole circle', async () => {
      const unknown = await discovered(handlers('bodyParser.ts', '[bodyParsr]a.ts'));
      expect(unknown.findings[0]?.fix).to.equal('Did you mean "bodyParser"?');
      const circle = await discovered(handlers('[c]a.ts', '[a]b.ts', '[b]c.ts'));
      expect(circle.findings[0]?.what).to.equal('is in a circle of handlers: "a" before "b" before "c" before "a"');
      expect(circle.findings[0]?.related).to.have.length(2);
    });

    it('runs chains in order, in either spelling, and the unrelated by name', async () => {
      const { manifest, places } = await discovered(
        handlers('[z][step10]a.ts', 'z.js', 'step10.ts', '[z,__proto__]b.ts', '__proto__.ts', 'A-1.ts'),
      );
      expect(places).to.deep.equal([]);
      expect(manifest.endpoints[0]?.handlers.map(({ name }) => name)).to.deep.equal([
        'A-1',
        'z',
        '__proto__',
        'b',
        'step10',
        'a',
      ]);
    });
  });
});
