import { isObject } from '#base';
import type { CoreTexts } from '#http';

/** WCAG 2.2, 1.4.3: the contrast of text. */
const least = 4.5;

const grounds = ['ground', 'surface'];
/** The colours of texts by name, and what they stand on. */
const textsOnGrounds: readonly (readonly [text: string, on: readonly string[]])[] = [
  ['text', [...grounds, 'mark']],
  ['quiet', grounds],
  ['accent', grounds],
  ['accent-strong', grounds],
  ['error', grounds],
];
/** Here both colours have to be known: either may be the lighter one. */
const textsOnColours: typeof textsOnGrounds = [['on-accent', ['accent', 'accent-strong']]];

/**
 * What the shop does not set is that of its pages' styles. Nothing has more contrast than these, so that a pair which
 * is refused cannot be read with any styles.
 */
const extremes = {
  light: { text: '#000000', ground: '#ffffff' },
  dark: { text: '#ffffff', ground: '#000000' },
} as const;

type Scheme = keyof typeof extremes;

/** For each scheme, the pair of colours that is hardest to read, in words. Empty where all can be read. */
export function unreadableColours(colours: unknown, words: CoreTexts): readonly string[] {
  const all = isObject(colours) ? colours : {};
  return (['light', 'dark'] as const).flatMap((scheme) => {
    const [worst] = pairsOf(all, scheme)
      .filter(({ ratio }) => ratio < least)
      .sort((one, other) => one.ratio - other.ratio);
    return worst === undefined ? [] : [words.contrast(worst.text, worst.on, { scheme, ratio: worst.ratio, least })];
  });
}

interface Pair {
  readonly text: string;
  readonly on: string;
  readonly ratio: number;
}

function pairsOf(colours: Readonly<Record<string, unknown>>, scheme: Scheme): readonly Pair[] {
  const given = (name: string) => colourIn(colours[name], scheme);
  const pairs = (all: typeof textsOnGrounds) => all.flatMap(([text, on]) => on.map((each) => [text, each] as const));
  return [
    ...pairs(textsOnGrounds).map(([text, on]) => [text, on, extremes[scheme]] as const),
    ...pairs(textsOnColours).map(([text, on]) => [text, on, undefined] as const),
  ].flatMap(([text, on, extreme]) => {
    const [front, back] = [given(text), given(on)];
    const [known, other] = [front ?? extreme?.text, back ?? extreme?.ground];
    const isSkipped = (front ?? back) === undefined || known === undefined || other === undefined;
    return isSkipped ? [] : [{ text, on, ratio: contrast(known, other) }];
  });
}

function colourIn(colour: unknown, scheme: Scheme): string | undefined {
  const value = isObject(colour) ? colour[scheme] : colour;
  return typeof value === 'string' ? value : undefined;
}

/** Of two colours such as `#2c5a4c`, from 1 to 21. */
function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
