/**
 * Draws the pictures of the catalog's demonstration products, one for each, and writes the seed that assigns them: `node
 * scripts/make-product-pictures.ts`. The same input gives the same files. Each is there as PNG, too: other sites, which
 * show a link to a page with its picture, take no SVG. Letters in it are of the machine's fonts.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { assignment, type Depicted } from './product-pictures/assignment.ts';
import { forms } from './product-pictures/forms.ts';
import { palettes } from './product-pictures/palettes.ts';
import { tint } from './product-pictures/tint.ts';

const catalog = fileURLToPath(new URL('../extensions/catalog', import.meta.url));

/** In degrees: for the first, second, … product of one form and one palette. */
const turns = [0, 26, -22, 48];

/** Width and height for which other sites have room. */
const sharedSize = [1200, 630] as const;

/** What stands on the table of the home page's picture: form, palette, from the left, size, mark. */
const table = [
  ['tin', 'botanical', 830, 1.15, undefined],
  ['teapot', 'tea', 40, 1.5, undefined],
  ['bottle', 'vitamin', 590, 1.4, 'C'],
  ['honeyJar', 'honey', 520, 0.85, undefined],
] as const;

await mkdir(join(catalog, 'assets'), { recursive: true });
for (const product of assignment) await write(join(catalog, 'assets', fileName(product)), picture(product), 'contain');
await write(join(catalog, '../theme/assets/welcome.svg'), welcome(), 'cover');
await writeFile(join(catalog, 'seed', '002-product-pictures.sql'), seed());

async function write(file: string, svg: string, fit: 'contain' | 'cover'): Promise<void> {
  await writeFile(file, svg);
  const [, ground = '#fff'] = /fill="(#\w+)"/.exec(svg) ?? [];
  await sharp(Buffer.from(svg), { density: 144 })
    .resize(...sharedSize, { fit, background: ground })
    .png({ palette: true, colours: 64, effort: 10 })
    .toFile(file.replace(/svg$/, 'png'));
}

/** A still life of 1200 by 800. */
function welcome(): string {
  const things = table.map(([form, palette, left, size, mark]) => {
    const colours = tint(palettes[palette], 0, mark);
    return `<g transform="translate(${left} ${Math.round(640 - 334 * size)}) scale(${size})"><ellipse cx="200" cy="334" rx="110" ry="9" fill="#000" opacity=".12"/>${forms[form](colours)}</g>`;
  });
  return [
    '<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="800" viewBox="0 0 1200 800"><title>Tea, honey and vitamins</title>',
    '<path fill="#eef3ec" d="M0 0h1200v800H0z"/><circle cx="860" cy="330" r="270" fill="#f6dcb6"/>',
    '<path fill="#e2d4c4" d="M0 610h1200v190H0z"/><path fill="#d3c1ac" d="M0 610h1200v10H0z"/>',
    `${things.join('')}</svg>\n`,
  ].join('');
}

/** The first of a kind has the name of the kind: databases of earlier versions name it for all of them. */
function fileName(product: Depicted): string {
  const { id, form, palette } = product;
  const kind = `${form.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}-${palette}`;
  return numberInKind(product) === 0 ? `${kind}.svg` : `${kind}-${id}.svg`;
}

function numberInKind(product: Depicted): number {
  const { form, palette } = product;
  return assignment.filter((other) => other.form === form && other.palette === palette).indexOf(product);
}

function picture(product: Depicted): string {
  const { form, palette, mark } = product;
  const colours = tint(palettes[palette], turns[numberInKind(product)] ?? 0, mark);
  return [
    '<svg xmlns="http://www.w3.org/2000/svg" width="400" height="400" viewBox="0 0 400 400">',
    `<title>${form}, ${palette}${mark === undefined ? '' : `, ${mark}`}</title>`,
    `<path fill="${colours.ground}" d="M0 0h400v400H0z"/>`,
    `<circle cx="200" cy="204" r="156" fill="${colours.disc}"/>`,
    '<ellipse cx="200" cy="334" rx="104" ry="10" fill="#000" opacity=".12"/>',
    `${forms[form](colours)}</svg>\n`,
  ].join('');
}

function seed(): string {
  return [
    '-- Made by scripts/make-product-pictures.ts: change that, not this. Pictures from elsewhere stay.',
    "update product set image = '/assets/catalog/' || picture.file",
    'from (values',
    assignment.map((product) => `  (${product.id}, '${fileName(product)}')`).join(',\n'),
    ') as picture (product_id, file)',
    "where product.product_id = picture.product_id and (product.image is null or product.image like '/assets/catalog/%');",
    '',
  ].join('\n');
}
