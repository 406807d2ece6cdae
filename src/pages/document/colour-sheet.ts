import { assetsPath, digest } from '#bundle';
import type { Colour, Shop } from '#extension-ui';

/** The colours of a shop as a stylesheet. */
export interface ColourSheet {
  /** It has a hash of the content. */
  readonly path: string;
  readonly content: Buffer;
  readonly hash: string;
}

type Colours = NonNullable<Shop['colours']>;

const sheets = new WeakMap<Colours, ColourSheet>();

/** The stylesheet of a shop's colours, written once for each change. */
export function colourSheet({ colours = noColours }: Pick<Shop, 'colours'>): ColourSheet {
  const sheet = sheets.get(colours) ?? writeSheet(colours);
  sheets.set(colours, sheet);
  return sheet;
}

/** Whether the path is that of colours, also of earlier or later ones. */
export function isColourSheet(path: string): boolean {
  return path.startsWith(`${assetsPath}colours-`) && path.endsWith('.css');
}

/** The link of a page. Empty in a shop without colours. */
export function colourLink(shop: Shop): string {
  const { path, content } = colourSheet(shop);
  return content.length === 0 ? '' : `<link rel="stylesheet" href="${path}">`;
}

const noColours: Colours = {};

function writeSheet(colours: Colours): ColourSheet {
  const dark = rule(colours, (colour) => (typeof colour === 'string' ? undefined : colour.dark));
  const light = rule(colours, (colour) => (typeof colour === 'string' ? colour : colour.light));
  const text = light + (dark && `@media screen and (prefers-color-scheme:dark){${dark}}`);
  const hash = digest(text);
  return { path: `${assetsPath}colours-${hash}.css`, content: Buffer.from(text), hash };
}

function rule(colours: Colours, pick: (colour: Colour) => string | undefined): string {
  const values = Object.entries(colours).flatMap(([name, colour]) => {
    const value = pick(colour);
    return value === undefined ? [] : [`--colour-${name}:${value}`];
  });
  return values.length === 0 ? '' : `:root{${values.join(';')}}`;
}
