/**
 * Draws the pictures of the catalog's demonstration products, and writes the seed that assigns them: `node
 * scripts/make-product-pictures.ts`. The same input gives the same files.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { assignment, type Kind } from './product-pictures/assignment.ts';
import { forms } from './product-pictures/forms.ts';
import { type Palette, palettes } from './product-pictures/palettes.ts';

const catalog = fileURLToPath(new URL('../extensions/catalog', import.meta.url));

await mkdir(join(catalog, 'assets'), { recursive: true });
for (const [kind] of assignment) await writeFile(join(catalog, 'assets', fileName(kind)), picture(kind));
await writeFile(join(catalog, 'seed', '002-product-pictures.sql'), seed());

function fileName([form, palette]: Kind): string {
  const words = form.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  return `${words}-${palette}.svg`;
}

function picture([form, palette]: Kind): string {
  const colours: Palette = palettes[palette];
  return [
    '<svg xmlns="http://www.w3.org/2000/svg" width="400" height="400" viewBox="0 0 400 400">',
    `<title>${form}, ${palette}</title>`,
    `<path fill="${colours.ground}" d="M0 0h400v400H0z"/>`,
    `<circle cx="200" cy="204" r="156" fill="${colours.disc}"/>`,
    '<ellipse cx="200" cy="334" rx="104" ry="10" fill="#000" opacity=".12"/>',
    `${forms[form](colours)}</svg>\n`,
  ].join('');
}

function seed(): string {
  const rows = assignment
    .flatMap(([kind, ids]) => ids.map((id) => ({ id, file: fileName(kind) })))
    .toSorted((a, b) => a.id - b.id)
    .map(({ id, file }) => `  (${id}, '${file}')`);
  return [
    '-- Made by scripts/make-product-pictures.ts: change that, not this. A picture that a product already has stays.',
    "update product set image = '/assets/catalog/' || picture.file",
    'from (values',
    rows.join(',\n'),
    ') as picture (product_id, file)',
    'where product.product_id = picture.product_id and product.image is null;',
    '',
  ].join('\n');
}
