import type { Palette } from './palettes.ts';

type Draw = (palette: Palette) => string;

const box = (
  [x, y, width, height, radius]: readonly [number, number, number, number, number],
  fill: string,
  more = '',
): string => `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="${radius}" fill="${fill}"${more}/>`;
const path = (d: string, fill: string, more = ''): string => `<path d="${d}" fill="${fill}"${more}/>`;
const line = (d: string, colour: string, width: number): string =>
  `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"/>`;
const sign = ({ sign: draw, dark }: Palette, x: number, y: number, scale = 1): string =>
  `<g transform="translate(${x - 32 * scale} ${y - 32 * scale}) scale(${scale})">${draw(dark)}</g>`;
/** Two strokes in place of small print. */
const print = ({ main }: Palette, x: number, y: number, width: number): string =>
  line(`M${x - width / 2} ${y}h${width}M${x - width / 3} ${y + 16}h${(width * 2) / 3}`, main, 6);
const gloss = (x: number, y: number, height: number): string => box([x, y, 10, height, 5], '#ffffff', ' opacity=".35"');

const bottle: Draw = (p) =>
  box([152, 92, 96, 44, 8], p.dark) +
  box([162, 130, 76, 16, 0], p.main) +
  box([128, 142, 144, 190, 24], p.main) +
  box([128, 186, 144, 110, 0], p.label) +
  sign(p, 200, 224) +
  print(p, 200, 268, 72) +
  gloss(140, 158, 20);
const jar: Draw = (p) =>
  box([126, 126, 148, 42, 10], p.dark) +
  box([116, 160, 168, 172, 26], p.main) +
  box([116, 202, 168, 96, 0], p.label) +
  sign(p, 200, 236, 0.9) +
  print(p, 200, 274, 84) +
  gloss(130, 176, 18);
const tub: Draw = (p) =>
  box([104, 84, 192, 46, 12], p.dark) +
  path('M112 128h176l-10 194a12 12 0 0 1-12 12H134a12 12 0 0 1-12-12Z', p.main) +
  path('M115 176h170l-6 116H121Z', p.label) +
  sign(p, 200, 220, 1.1) +
  print(p, 200, 264, 90);
const dropper: Draw = (p) =>
  path('M184 58a16 16 0 0 1 32 0v52h-32Z', p.dark) +
  box([172, 106, 56, 34, 6], p.dark) +
  path('M176 140h48v22c0 12 36 18 36 44v112a14 14 0 0 1-14 14H154a14 14 0 0 1-14-14V206c0-26 36-32 36-44Z', p.main) +
  box([140, 214, 120, 88, 0], p.label) +
  sign(p, 200, 246, 0.85) +
  print(p, 200, 280, 60);
const flask: Draw = (p) =>
  box([176, 62, 48, 38, 6], p.dark) +
  path('M180 98h40v46c0 20 40 26 40 58v116a14 14 0 0 1-14 14h-92a14 14 0 0 1-14-14V202c0-32 40-38 40-58Z', p.main) +
  box([140, 210, 120, 92, 0], p.label) +
  sign(p, 200, 242, 0.9) +
  print(p, 200, 278, 62);
const pouch: Draw = (p) =>
  path('M122 92h156l10 40v186a14 14 0 0 1-14 14H126a14 14 0 0 1-14-14V132Z', p.main) +
  path('M122 92h156l10 40H112Z', p.dark) +
  line('M124 148h152', p.label, 3) +
  box([142, 178, 116, 116, 58], p.label) +
  sign(p, 200, 236, 1.05);
const carton: Draw = (p) =>
  path('M112 160 256 160V332H112Z', p.main) +
  path('M256 160 292 136V308L256 332Z', p.dark) +
  path('M112 160 148 136H292L256 160Z', p.label) +
  box([128, 196, 112, 104, 8], p.label) +
  sign(p, 184, 232, 0.9) +
  print(p, 184, 268, 66);
const tin: Draw = (p) =>
  box([136, 88, 128, 40, 10], p.dark) +
  box([128, 120, 144, 212, 12], p.main) +
  box([150, 156, 100, 140, 50], p.label) +
  sign(p, 200, 212, 1.05) +
  print(p, 200, 258, 46) +
  line('M128 136h144', p.dark, 3);
const bag: Draw = (p) =>
  line('M200 92c40-40 92-8 70 34', p.dark, 4) +
  box([252, 122, 42, 46, 6], p.label) +
  sign(p, 273, 145, 0.45) +
  path('M164 118 200 92 236 118 262 320a12 12 0 0 1-12 12H150a12 12 0 0 1-12-12Z', p.label) +
  path('M150 228 250 228 262 320a12 12 0 0 1-12 12H150a12 12 0 0 1-12-12Z', p.main) +
  path('M164 118 200 92 236 118Z', p.dark);
const honeyJar: Draw = (p) =>
  box([134, 118, 132, 40, 10], p.dark) +
  path('M140 158h120c20 14 28 32 28 58v78a38 38 0 0 1-38 38H150a38 38 0 0 1-38-38v-78c0-26 8-44 28-58Z', p.main) +
  box([142, 200, 116, 100, 14], p.label) +
  sign(p, 200, 248, 1.1) +
  gloss(124, 214, 60);
const bar: Draw = (p) =>
  `<g transform="rotate(-14 200 220)">${
    path('M84 176l14-8 8 8 8-8 8 8h156l8-8 8 8 8-8 14 8v92l-14 8-8-8-8 8-8-8H122l-8 8-8-8-8 8-14-8Z', p.main) +
    box([136, 188, 128, 68, 10], p.label) +
    sign(p, 168, 222, 0.7) +
    print(p, 222, 214, 56)
  }</g>`;
const shaker: Draw = (p) =>
  path('M176 66h40v30h-40Z', p.dark) +
  box([132, 92, 136, 40, 12], p.dark) +
  path('M138 130h124l-12 190a12 12 0 0 1-12 12h-76a12 12 0 0 1-12-12Z', p.label) +
  path('M145 232h110l-5 88a12 12 0 0 1-12 12h-76a12 12 0 0 1-12-12Z', p.main) +
  line('M228 160h18M228 184h17M228 208h16', p.main, 5);
const organiser: Draw = (p) =>
  box([64, 176, 272, 118, 18], p.dark) +
  Array.from({ length: 7 }, (_, day) => box([76 + day * 36, 188, 30, 94, 8], day % 2 === 0 ? p.label : p.disc)).join(
    '',
  ) +
  Array.from({ length: 4 }, (_, day) => `<circle cx="${91 + day * 72}" cy="252" r="9" fill="${p.main}"/>`).join('');
const whisk: Draw = (p) =>
  box([180, 66, 40, 116, 12], p.main) +
  line('M180 160h40M180 172h40', p.dark, 5) +
  line(
    'M184 182c-34 60-34 120-10 150M192 182c-16 60-16 120-6 150M200 182v150M208 182c16 60 16 120 6 150M216 182c34 60 34 120 10 150',
    p.dark,
    5,
  );
const teapot: Draw = (p) =>
  line('M120 226c-44-6-60 26-34 62 10 14 26 20 44 18', p.dark, 14) +
  path('M272 222c30 0 28-44 58-50l10 12c-22 14-22 70-60 92Z', p.label) +
  path('M120 200c30-26 140-26 166 0 20 46 10 132-34 132H154c-44 0-54-86-34-132Z', p.label) +
  path('M114 252h178c2 40-10 80-40 80H154c-30 0-42-40-40-80Z', p.main) +
  box([162, 160, 82, 22, 11], p.dark) +
  `<circle cx="203" cy="150" r="12" fill="${p.dark}"/>`;
const spoons: Draw = (p) =>
  [0, 1, 2, 3, 4]
    .map((n) => {
      const x = 96 + n * 52;
      const size = 26 - n * 4;
      return `${line(`M${x} 118v${150 - n * 14}`, p.dark, 9)}<circle cx="${x}" cy="${276 - n * 14}" r="${size}" fill="${n % 2 === 0 ? p.main : p.dark}"/>`;
    })
    .join('') + line('M92 112h216', p.main, 12);
const card: Draw = (p) =>
  `<g transform="rotate(-6 200 216)">${
    box([76, 138, 248, 156, 18], p.dark) +
    line('M116 254v-58M152 254v-58M188 254v-58M104 254h96M104 196h96M104 196l48-26 48 26', p.label, 9) +
    line('M236 218h56M236 242h36', p.main, 8)
  }</g>`;

/** SVG drawings by packaging, 400 by 400, with the ground at y = 332. */
export const forms = {
  bottle,
  jar,
  tub,
  dropper,
  flask,
  pouch,
  carton,
  tin,
  bag,
  honeyJar,
  bar,
  shaker,
  organiser,
  whisk,
  teapot,
  spoons,
  card,
} as const satisfies Readonly<Record<string, Draw>>;
