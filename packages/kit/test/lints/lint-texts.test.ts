import { expect } from 'chai';
import { readExtension } from '../../../../src/extensions/index.ts';
import { declaredAt, extensionId, type Files, temporaryFolder } from '../../../../test/extensions/extension-folder.ts';
import { lintTexts } from '../../src/lints/lint-texts.ts';
import { textsType } from '../../src/types/extension-types.ts';

async function manifestWith(files: Files) {
  await using temporary = await temporaryFolder(files);
  const { folder } = temporary;
  return (await readExtension({ id: extensionId('words'), folder, declaredAt })).manifest;
}

async function warningsOf(files: Files, locales: readonly string[]) {
  const findings = lintTexts([await manifestWith(files)], { locales });
  return findings.map(({ code, where, what }) => `${code} ${where.file.split('/').at(-1)}:${where.line} ${what}`);
}

const en = { 'texts/en.json': '{ "open": "Open", "close": "Close" }' };

describe('the lint of texts', () => {
  it('names a text that a locale of the shop lacks, and one that no code asks for', async () => {
    const files = { ...en, 'texts/de.json': '{\n "open": "Auf",\n "clsoe": "Zu" }' };
    expect(await warningsOf(files, ['en-IE', 'de-AT'])).to.deep.equal([
      'LINT_TEXT_UNKNOWN de.json:3 "clsoe" is no text of en.json, so nothing asks for it',
      'LINT_TEXT_MISSING de.json:1 has no text "close", which is then in another language',
    ]);
  });

  it('names a locale without texts, and says nothing of one that the shop does not have', async () => {
    expect(await warningsOf({ ...en, 'texts/de.json': '{}' }, ['en-IE', 'ar'])).to.deep.equal([
      "LINT_TEXT_MISSING en.json:1 words has no texts/ar.json, so the shop's pages in ar have its texts in en",
    ]);
  });

  it('lets the file of a region leave out what its language has', async () => {
    const files = { ...en, 'texts/de.json': '{ "open": "Auf", "close": "Zu" }', 'texts/de-AT.json': '{}' };
    expect(await warningsOf(files, ['en-IE', 'de-AT'])).to.deep.equal([]);
  });
});

describe('the type of texts', () => {
  it('has each key with its arguments', async () => {
    const text = '{ "a": "A", "b.c": "{n, plural, other {#}} {who} {at, date} <i>x</i>" }';
    expect(
      textsType(await manifestWith({ 'texts/en.json': text }))
        ?.split('\n')
        .slice(1),
    ).to.deep.equal([
      'export interface Texts {',
      '  readonly a: NoArgs;',
      '  readonly "b.c": { readonly n: number; readonly who: string | number; readonly at: string | number | Date; readonly i: Tag };',
      '}',
    ]);
    expect(textsType(await manifestWith({}))).to.equal(undefined);
  });
});
