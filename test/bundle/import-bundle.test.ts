import { join } from 'node:path';
import { expect } from 'chai';
import { endBlockedLoad } from '../../src/bundle/trial/end-blocked-load.ts';
import { importBundle } from '../../src/bundle/trial/import-bundle.ts';
import { build, extensionWith, failure, handler, places } from './extension-build.ts';

describe('importBundle', () => {
  context('when a module throws', () => {
    it('names its file and line, its words, and keeps the error as the cause', async () => {
      await using shop = await extensionWith("import '../../src/bad.ts';\nexport default () => {};", {
        'thing/src/bad.ts':
          "interface Gone { a: string }\n\nconst a: Gone = { a: 'x' };\nthrow new RangeError('no ' + a.a);\n",
      });
      const error = await failure(importBundle(await build(shop)));
      expect(places(error.findings, shop)).to.deep.equal(['EXTENSION_THROWS thing/src/bad.ts:4:7']);
      expect(error.findings[0]?.what).to.contain('RangeError: no x');
      expect(error.cause).to.be.instanceOf(RangeError);
    });

    it("names the team's line when the throw is in another's code", async () => {
      await using shop = await extensionWith("\nJSON.parse('{');\nexport default () => {};");
      const { findings } = await failure(importBundle(await build(shop)));
      expect(places(findings, shop)).to.deep.equal([`EXTENSION_THROWS thing/${handler}:2:6`]);
    });

    it('takes the end of the process for one', async () => {
      await using shop = await extensionWith('\nprocess.exit(0);\nexport default () => {};');
      const { exit } = process;
      const { findings } = await failure(importBundle(await build(shop)));
      expect(places(findings, shop)).to.deep.equal([`EXTENSION_THROWS thing/${handler}:2:9`]);
      expect(process.exit).to.equal(exit);
    });

    it('copes with what is not an Error', async () => {
      await using shop = await extensionWith("throw 'words';");
      const { findings } = await failure(importBundle(await build(shop)));
      expect(findings[0]).to.deep.include({ code: 'EXTENSION_THROWS' });
      expect(findings[0]?.what).to.contain('words');
    });
  });

  context('when a module waits for ever', () => {
    it('gives up after its time', async () => {
      await using shop = await extensionWith('await new Promise(() => {});\nexport default () => {};');
      const { findings } = await failure(importBundle(await build(shop), { timeoutMs: 30 }));
      expect(findings.map(({ code }) => code)).to.deep.equal(['EXTENSION_LOADS_FOREVER']);
    });
  });

  context('when a module loops for ever', () => {
    it('ends the loop, and says which extension has not loaded', async function () {
      // Node 22 ends with it: src/bundle/trial/end-blocked-load.ts.
      if (Number(process.versions.node.split('.')[0]) < 24) this.skip();
      await using shop = await extensionWith("process.emit('loops');\nfor (;;) {}\nexport default () => {};");
      const bundle = await build(shop);
      // It ends what runs then: the loop must have begun.
      let watch: ReturnType<typeof endBlockedLoad> | undefined;
      process.once('loops', () => {
        watch = endBlockedLoad(200);
      });
      try {
        const { findings } = await failure(importBundle(bundle, { timeoutMs: 100 }));
        expect(findings.map(({ code }) => code)).to.deep.equal(['EXTENSION_LOADS_FOREVER']);
        expect(findings[0]?.what).to.contain('"thing"');
      } finally {
        await watch?.close();
      }
    });
  });

  context('when a handler throws later', () => {
    it("has the team's file and line in its stack", async () => {
      await using shop = await extensionWith("\nexport default () => {\n  throw new Error('later');\n};");
      const { handlers } = await importBundle(await build(shop));
      const thrower = handlers.addThing?.addThing;
      expect(thrower).to.be.a('function').and.to.throw('later');
      let stack = '';
      try {
        if (typeof thrower === 'function') thrower();
      } catch (error) {
        stack = error instanceof Error ? (error.stack ?? '') : '';
      }
      expect(stack).to.contain(`${join(shop.folder, 'thing', handler)}:3:9`);
    });
  });
});
