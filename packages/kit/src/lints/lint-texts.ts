import { basename } from 'node:path';
import { type Config, didYouMean, type ExtensionManifest, type Finding } from 'stoa/tooling';

type TextFile = ExtensionManifest['textFiles'][number];

/**
 * Texts that are missing in a locale of the shop, so that another language stands there, and texts that no code can ask
 * for, since the extension's first file does not have them.
 */
export function lintTexts(
  manifests: readonly ExtensionManifest[],
  { locales }: Pick<Config['shop'], 'locales'>,
): readonly Finding[] {
  return manifests.flatMap(({ id, textFiles }) => {
    const [base, ...others] = textFiles;
    if (base === undefined) return [];
    const isServed = ({ locale }: TextFile): boolean =>
      locales.some((each) => each === locale || each.startsWith(`${locale}-`));
    const absent = locales.filter((locale) => !textFiles.some((file) => fits(file, locale)));
    return [
      ...absent.map((locale) => absentFinding(id, base, locale)),
      ...others.flatMap((file) => [...unknownIn(file, base), ...(isServed(file) ? missingIn(file, textFiles) : [])]),
    ];
  });
}

function fits({ locale }: TextFile, wanted: string): boolean {
  return locale === wanted || locale === wanted.split('-', 1)[0];
}

function absentFinding(extension: string, { file, locale: base }: TextFile, locale: string): Finding {
  const [language = locale] = locale.split('-', 1);
  const what = `${extension} has no texts/${language}.json, so the shop's pages in ${locale} have its texts in ${base}`;
  const fix = `Copy ${basename(file)} to texts/${language}.json, and translate it.`;
  return { code: 'LINT_TEXT_MISSING', severity: 'warning', where: { file, line: 1 }, what, fix };
}

function missingIn({ file, locale, texts }: TextFile, all: readonly TextFile[]): readonly Finding[] {
  // A file of a region needs only what is different there.
  if (all.some((other) => other.locale !== locale && fits(other, locale))) return [];
  const keys = [...(all[0]?.texts.keys() ?? [])].filter((key) => !texts.has(key));
  return keys.map((key) => {
    const what = `has no text "${key}", which is then in another language`;
    return { code: 'LINT_TEXT_MISSING', severity: 'warning', where: { file, line: 1 }, what, fix: 'Translate it.' };
  });
}

function unknownIn({ file, texts }: TextFile, base: TextFile): readonly Finding[] {
  const known = [...base.texts.keys()];
  return [...texts].flatMap(([key, { line }]): readonly Finding[] => {
    if (base.texts.has(key)) return [];
    const what = `"${key}" is no text of ${basename(base.file)}, so nothing asks for it`;
    return [
      { code: 'LINT_TEXT_UNKNOWN', severity: 'warning', where: { file, line }, what, fix: didYouMean(key, known) },
    ];
  });
}
