import { arabicIn } from './arabic.ts';
import { type CoreTexts, english } from './english.ts';
import { german } from './german.ts';

const made = new Map<string, CoreTexts>();

/** The gateway's own words in a locale: English where it has none. `language` says which they are. */
export function coreTexts(locale: string): CoreTexts {
  const known = made.get(locale) ?? textsIn(locale);
  made.set(locale, known);
  return known;
}

function textsIn(locale: string): CoreTexts {
  const [language] = locale.split('-', 1);
  if (language === 'ar') return arabicIn(locale);
  return language === 'de' ? german : english;
}
