import { decodeQR } from 'qr/decode.js';

/** The recovery codes that a page shows. */
export function codesIn(html: string): readonly string[] {
  return html.match(/\b[A-Z2-7]{4}(?:-[A-Z2-7]{4}){3}\b/g) ?? [];
}

/** What a reader finds in the QR code of a page. */
export function contentOfPicture(html: string): string {
  return decodeQR(pixelsOf(html));
}

/** Four pixels for each module. */
function pixelsOf(html: string): { readonly width: number; readonly height: number; readonly data: Uint8Array } {
  const scale = 4;
  const size = Number(/viewBox="0 0 (\d+) /.exec(html)?.[1]) * scale;
  const data = new Uint8Array(size * size * 4).fill(255);
  for (const [, x, y] of html.matchAll(/M(\d+) (\d+)h1v1h-1z/g))
    for (let row = 0; row < scale; row++) {
      const start = ((Number(y) * scale + row) * size + Number(x) * scale) * 4;
      for (let byte = 0; byte < scale * 4; byte++) data[start + byte] = byte % 4 === 3 ? 255 : 0;
    }
  return { width: size, height: size, data };
}
