/** Colours of one kind of goods, and the sign on its labels. */
export interface Palette {
  /** Background. */
  readonly ground: string;
  /** The disc behind the object, a step darker than the background. */
  readonly disc: string;
  readonly main: string;
  readonly dark: string;
  readonly label: string;
  /** SVG of a sign, 64 by 64, in the colour `dark`. */
  readonly sign: (colour: string) => string;
}

const stroke = (colour: string, path: string): string =>
  `<path d="${path}" fill="none" stroke="${colour}" stroke-width="5" stroke-linecap="round" stroke-linejoin="round"/>`;
const shape = (colour: string, path: string): string => `<path d="${path}" fill="${colour}"/>`;

const sun = (c: string): string =>
  `<circle cx="32" cy="32" r="13" fill="${c}"/>${stroke(c, 'M32 6v6M32 52v6M6 32h6M52 32h6M14 14l4 4M46 46l4 4M50 14l-4 4M18 46l-4 4')}`;
const crystal = (c: string): string => stroke(c, 'M32 8 52 24 44 54H20L12 24ZM12 24h40M32 8v16l-12 30M32 24l12 30');
const drop = (c: string): string => shape(c, 'M32 6c11 15 18 23 18 33a18 18 0 0 1-36 0c0-10 7-18 18-33Z');
const leaf = (c: string): string => shape(c, 'M10 54C8 26 24 10 56 8c0 32-14 46-38 44l-4 6Z');
const wave = (c: string): string =>
  stroke(c, 'M6 22c9-9 17-9 26 0s17 9 26 0M6 36c9-9 17-9 26 0s17 9 26 0M6 50c9-9 17-9 26 0s17 9 26 0');
const rings = (c: string): string =>
  `<circle cx="32" cy="32" r="22" fill="none" stroke="${c}" stroke-width="5"/><circle cx="32" cy="32" r="9" fill="${c}"/>`;
const grain = (c: string): string =>
  shape(
    c,
    'M32 6c8 8 8 16 0 24-8-8-8-16 0-24ZM14 26c10 0 16 6 16 18-10 0-16-6-16-18ZM50 26c-10 0-16 6-16 18 10 0 16-6 16-18Z',
  ) + stroke(c, 'M32 34v24');
const peak = (c: string): string => stroke(c, 'M6 52 26 18 38 38 44 28 58 52Z');
const moon = (c: string): string => shape(c, 'M40 8a24 24 0 1 0 16 34A20 20 0 0 1 40 8Z');
const berry = (c: string): string =>
  `<circle cx="22" cy="40" r="12" fill="${c}"/><circle cx="42" cy="40" r="12" fill="${c}"/><circle cx="32" cy="24" r="12" fill="${c}"/>`;
const comb = (c: string): string =>
  stroke(c, 'M32 6 44 13V27L32 34 20 27V13ZM20 34 32 41V55L20 62 8 55V41ZM44 34 56 41V55L44 62 32 55V41Z');
const disc = (c: string): string => `<circle cx="32" cy="32" r="20" fill="${c}"/>`;

/** By kind of goods. */
export const palettes = {
  vitamin: { ground: '#fbecd6', disc: '#f6dcb6', main: '#dd8a35', dark: '#98500f', label: '#fff8ec', sign: sun },
  mineral: { ground: '#e3ebee', disc: '#cfdde3', main: '#64899b', dark: '#2f5161', label: '#f7fafb', sign: crystal },
  oil: { ground: '#f8f0cf', disc: '#efe2a8', main: '#cfa636', dark: '#76590d', label: '#fffdf2', sign: drop },
  botanical: { ground: '#e4ecdf', disc: '#d0dfc9', main: '#6a9464', dark: '#31562f', label: '#f8fbf5', sign: leaf },
  algae: { ground: '#dbeeea', disc: '#c0e0d9', main: '#3b9384', dark: '#12564b', label: '#f4fbf9', sign: wave },
  gut: { ground: '#f4e4e8', disc: '#ead0d7', main: '#b96f84', dark: '#793a4d', label: '#fdf6f8', sign: rings },
  protein: { ground: '#efe7de', disc: '#e2d4c4', main: '#a17c5b', dark: '#5c4027', label: '#fcf8f3', sign: grain },
  sport: { ground: '#f6e2db', disc: '#eecbbf', main: '#c8623f', dark: '#84351a', label: '#fef6f3', sign: peak },
  night: { ground: '#e4e4f1', disc: '#d0d0e6', main: '#6b6dab', dark: '#363873', label: '#f7f7fc', sign: moon },
  berry: { ground: '#f0e2ee', disc: '#e3cce0', main: '#975690', dark: '#5f2a59', label: '#fbf5fa', sign: berry },
  tea: { ground: '#ebeeda', disc: '#dbe1bd', main: '#8a9848', dark: '#4d5819', label: '#fafbf3', sign: leaf },
  honey: { ground: '#fcecc9', disc: '#f7d998', main: '#d9952a', dark: '#86540a', label: '#fffaee', sign: comb },
  plain: { ground: '#e9e7e3', disc: '#d8d5cf', main: '#88837a', dark: '#48443d', label: '#faf9f7', sign: disc },
} as const satisfies Readonly<Record<string, Palette>>;
