import type { Palette } from './palettes.ts';

/** The same palette with its hues turned by so many degrees, and a text as its sign, if there is one. */
export function tint(palette: Palette, degrees: number, mark: string | undefined): Palette {
  return {
    ground: turned(palette.ground, degrees),
    disc: turned(palette.disc, degrees),
    main: turned(palette.main, degrees),
    dark: turned(palette.dark, degrees),
    label: palette.label,
    sign: mark === undefined ? palette.sign : (colour) => textSign(mark, colour),
  };
}

/** A text in a square of 64 by 64. */
function textSign(text: string, colour: string): string {
  const size = [0, 58, 46, 34, 28][text.length] ?? 24;
  const font = `font-family="system-ui,sans-serif" font-weight="700" font-size="${size}"`;
  return `<text x="32" y="${32 + Math.round(size * 0.36)}" text-anchor="middle" ${font} fill="${colour}">${text}</text>`;
}

/** A colour with another hue, about as light: the matrix of `hueRotate` (Filter Effects, section 9.4). */
function turned(hex: string, degrees: number): string {
  if (degrees === 0) return hex;
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
  const [cos, sin] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
  const parts = [
    (0.213 + cos * 0.787 - sin * 0.213) * red +
      (0.715 - cos * 0.715 - sin * 0.715) * green +
      (0.072 - cos * 0.072 + sin * 0.928) * blue,
    (0.213 - cos * 0.213 + sin * 0.143) * red +
      (0.715 + cos * 0.285 + sin * 0.14) * green +
      (0.072 - cos * 0.072 - sin * 0.283) * blue,
    (0.213 - cos * 0.213 - sin * 0.787) * red +
      (0.715 - cos * 0.715 + sin * 0.715) * green +
      (0.072 + cos * 0.928 + sin * 0.072) * blue,
  ];
  const byte = (part: number): string =>
    Math.round(Math.min(255, Math.max(0, part)))
      .toString(16)
      .padStart(2, '0');
  return `#${parts.map(byte).join('')}`;
}
