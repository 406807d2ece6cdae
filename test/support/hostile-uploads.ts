import { brotliCompressSync, crc32, deflateSync, gzipSync } from 'node:zlib';
import { pictureOf } from './pictures.ts';

/** One request with a multipart body. */
export interface HostileUpload {
  readonly name: string;
  readonly type: string;
  readonly body: Buffer;
  /** Content-Encoding. */
  readonly encoding?: string;
}

const boundary = 'stoa-boundary';
const formType = `multipart/form-data; boundary=${boundary}`;

interface Part {
  readonly head: string;
  readonly content: Buffer | string;
}

function multipart(parts: readonly Part[], end = `--${boundary}--\r\n`): Buffer {
  const pieces = parts.flatMap(({ head, content }) => [
    Buffer.from(`--${boundary}\r\n${head}\r\n\r\n`),
    Buffer.from(content),
    Buffer.from('\r\n'),
  ]);
  return Buffer.concat([...pieces, Buffer.from(end)]);
}

function filePart(field: string, content: Buffer | string, { name = 'a.png', type = 'image/png' } = {}): Part {
  const head = `Content-Disposition: form-data; name="${field}"; filename="${name}"\r\nContent-Type: ${type}`;
  return { head, content };
}

const fieldPart = (name: string, content: string): Part => ({
  head: `Content-Disposition: form-data; name="${name}"`,
  content,
});

/** Whatever is not well-formed, or is more than a form has. `whole` is a form that is taken. */
function brokenForms(whole: Buffer, picture: Buffer): readonly HostileUpload[] {
  const cuts = Array.from({ length: 40 }, (_, index) => Math.floor(((index + 0.5) * whole.length) / 41));
  const good = filePart('cover', picture);
  const forms: Readonly<Record<string, Buffer>> = {
    nothing: Buffer.alloc(0),
    'only its end': Buffer.from(`--${boundary}--\r\n`),
    'another boundary': Buffer.from(whole.toString('latin1').replaceAll(boundary, 'other'), 'latin1'),
    'line feeds alone': Buffer.from(whole.toString('latin1').replaceAll('\r\n', '\n'), 'latin1'),
    'NUL bytes': Buffer.alloc(10_000),
    JSON: Buffer.from('{"cover":"x"}'),
    'a part without a name': multipart([{ head: 'Content-Disposition: form-data', content: 'x' }]),
    'a part without a head': multipart([{ head: 'X: y', content: 'x' }]),
    'a part that is an attachment': multipart([{ ...good, head: good.head.replace('form-data', 'attachment') }]),
    'a form in the form': multipart([{ ...good, head: good.head.replace('image/png', 'multipart/mixed; boundary=b') }]),
    'a form of two files in the form': multipart([
      {
        head: 'Content-Disposition: form-data; name="cover"\r\nContent-Type: multipart/mixed; boundary=inner',
        content: `--inner\r\nContent-Disposition: file; filename="a.png"\r\n\r\n${picture.toString('latin1')}\r\n--inner--`,
      },
    ]),
    'a head of 200 kB': multipart([{ ...good, head: `X: ${'y'.repeat(200_000)}\r\n${good.head}` }]),
    'a head of 5,000 lines': multipart([{ ...good, head: `${'X: y\r\n'.repeat(5_000)}${good.head}` }]),
    'a line break in the name': multipart([{ ...good, head: good.head.replace('cover', 'co\nver') }]),
    'a file without a name': multipart([filePart('cover', picture, { name: '' })]),
    'a file of another field': multipart([good, filePart('virus', picture)]),
    'a file named __proto__': multipart([good, filePart('__proto__', picture)]),
    'a file named constructor': multipart([good, filePart('constructor', picture)]),
    'a field named __proto__': multipart([good, fieldPart('__proto__', 'x')]),
    'a field with brackets': multipart([good, fieldPart('a[b]', 'x')]),
    'a field with a long name': multipart([good, fieldPart('n'.repeat(5_000), 'x')]),
    'a long field': multipart([good, fieldPart('title', 'x'.repeat(5_000))]),
    'fields that are long together': multipart([
      good,
      ...'abcd'.split('').map((name) => fieldPart(name, 'x'.repeat(400))),
    ]),
    'too many fields': multipart([good, ...Array.from({ length: 5_000 }, (_, n) => fieldPart(`f${n}`, ''))]),
    '10,000 parts': multipart([good, ...Array.from({ length: 10_000 }, () => fieldPart('x', ''))]),
    '10,000 parts without a name': multipart(Array.from({ length: 10_000 }, () => ({ head: 'X: y', content: '' }))),
    'too many files': multipart(Array.from({ length: 500 }, () => filePart('more', picture))),
    'two files of one': multipart([good, good]),
    'three files of two': multipart([good, ...Array.from({ length: 3 }, () => filePart('more', picture))]),
    'a file of 60 kB': multipart([filePart('cover', Buffer.concat([picture, Buffer.alloc(60_000)]))]),
    'no required file': multipart([fieldPart('title', 'x')]),
    'no required field': multipart([good]),
    'a text where a number is': multipart([good, fieldPart('title', 'x'), fieldPart('stars', 'many')]),
  };
  const types: Readonly<Record<string, string>> = {
    'no boundary': 'multipart/form-data',
    'an empty boundary': 'multipart/form-data; boundary=',
    'a boundary of 10 kB': `multipart/form-data; boundary=${'b'.repeat(10_000)}`,
    'multipart of another kind': `multipart/mixed; boundary=${boundary}`,
    'JSON by its type': 'application/json',
    'a plain form by its type': 'application/x-www-form-urlencoded',
    'no known type': 'x/y',
  };
  const encodings: Readonly<Record<string, Buffer>> = {
    gzip: gzipSync(whole),
    'x-gzip': gzipSync(whole),
    deflate: deflateSync(whole),
    br: brotliCompressSync(whole),
    'gzip, gzip': gzipSync(gzipSync(whole)),
    'GZIP ': gzipSync(Buffer.alloc(5_000_000)),
  };
  return [
    ...Object.entries(encodings).map(([encoding, body]) => ({
      name: `encoded as ${encoding}`,
      type: formType,
      body,
      encoding: encoding.trim(),
    })),
    ...cuts.map((at) => ({ name: `cut off after ${at} bytes`, type: formType, body: whole.subarray(0, at) })),
    ...Object.entries(forms).map(([name, body]) => ({ name, type: formType, body })),
    ...Object.entries(types).map(([name, type]) => ({ name, type, body: whole })),
  ];
}

/** Files that say they are pictures. */
const disguised: Readonly<Record<string, string>> = {
  HTML: '<!doctype html><script>alert(1)</script>',
  'HTML without a doctype': '<img src=x onerror=alert(1)>',
  'HTML after spaces': '\n\t  <html><body onload=alert(1)>',
  'HTML after a byte order mark': '\ufeff<script>alert(1)</script>',
  'SVG with a script': '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
  'SVG after a declaration': '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>',
  'SVG with a foreign object': '<!-- --><svg xmlns="http://www.w3.org/2000/svg"><foreignObject/></svg>',
  'SVG with a script in CDATA': '<svg xmlns="http://www.w3.org/2000/svg"><script><![CDATA[alert(1)]]></script></svg>',
  'SVG with an animated address':
    '<svg xmlns="http://www.w3.org/2000/svg"><a><set attributeName="href" to="javascript:alert(1)"/></a></svg>',
  'SVG with a handler that begins':
    '<svg xmlns="http://www.w3.org/2000/svg"><animate onbegin="alert(1)" dur="1s"/></svg>',
  'SVG with a script from elsewhere':
    '<svg xmlns="http://www.w3.org/2000/svg" xmlns:x="http://www.w3.org/1999/xlink"><script x:href="//evil.example"/></svg>',
  'SVG with a style sheet of its own': '<?xml-stylesheet href="//evil.example/a.xsl"?><svg onload="alert(1)"/>',
  'SVG with a prefix': '<s:svg xmlns:s="http://www.w3.org/2000/svg"><s:script>alert(1)</s:script></s:svg>',
  XHTML: '<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><script/></html>',
  'XML with an entity': '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>',
  JavaScript: 'alert(document.cookie)',
  PHP: '<?php system($_GET["c"]); ?>',
  'a shell script': '#!/bin/sh\nrm -rf /\n',
  'a style sheet': 'body { background: url(javascript:alert(1)) }',
  'a service worker': 'self.addEventListener("fetch", () => {})',
  'a program of Windows': 'MZ\x90\0\x03\0\0\0\x04\0\0\0\xff\xff',
  'a program of Linux': '\x7fELF\x02\x01\x01\0',
  'a ZIP file': 'PK\x03\x04\x14\0\0\0',
  'a gzip bomb': '\x1f\x8b\x08\0\0\0\0\0',
  'a PDF file': '%PDF-1.7\n/OpenAction << /S /JavaScript >>',
  'PDF and HTML': '%PDF-1.4\n<html><script>alert(1)</script></html>',
  'HTML and PDF': '<html><script>alert(1)</script></html>\n%PDF-1.4',
  'ZIP and HTML': 'PK\x03\x04<html><script>alert(1)</script></html>',
  'a Flash film': 'FWS\x09\0\0\0\0',
  'a TIFF file': 'II*\0\x08\0\0\0',
  'a PSD file': '8BPS\0\x01',
  'a BMP file': 'BM\0\0\0\0',
  'an ICO file': '\0\0\x01\0',
  PostScript: '%!PS-Adobe-3.0\n(/etc/passwd) (r) file',
  'an MVG of ImageMagick': 'push graphic-context\nimage over 0,0 0,0 "|id"',
  'an empty file': '',
  'one byte of a PNG': '\x89',
  'half a signature of PNG': '\x89PNG',
  'UTF-16': '\xff\xfe<\0s\0v\0g\0',
  zeros: '\0'.repeat(5_000),
};

/** Bytes that begin as a picture, and are none, or are one of too many pixels. */
async function brokenPictures(): Promise<Readonly<Record<string, Buffer>>> {
  const png = Buffer.from(await pictureOf({ width: 64, height: 64 }));
  const jpeg = Buffer.from(await pictureOf({ format: 'jpeg', width: 64, height: 64 }));
  const cuts = (name: string, picture: Buffer, most: number) =>
    Array.from({ length: 12 }, (_, index) => {
      const at = 8 + Math.floor((index * (Math.min(most, picture.length) - 8)) / 12);
      return [`a ${name} that ends after ${at} bytes`, picture.subarray(0, at)] as const;
    });
  const formats = ['png', 'jpeg', 'gif', 'webp', 'avif'] as const;
  const endless = formats.map(async (format) => {
    const picture = Buffer.from(await pictureOf({ format, width: 64, height: 64 }));
    return [0.6, 0.85].map((part) => {
      return [`${format} of which ${part * 100} % are there`, picture.subarray(0, picture.length * part)] as const;
    });
  });
  const bombs = [
    [100_000, 100_000],
    [65_535, 65_535],
    [2_147_483_647, 1],
    [1, 2_147_483_647],
    [20_000, 20_000],
    [7_100, 7_100],
    [0, 0],
  ].map(([width = 0, height = 0]) => [`a PNG of ${width} x ${height} pixels`, pngOf(width, height)] as const);
  const polyglots: readonly (readonly [string, string])[] = [
    ['GIF and JavaScript', 'GIF89a/*\0\0\0*/=1;alert(document.cookie)'],
    ['GIF and HTML', 'GIF87a<html><script>alert(1)</script>'],
    ['GIF and PHP', 'GIF89a<?php system("id"); ?>'],
    ['GIF and SVG', 'GIF89a<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'],
    ['PNG and HTML', '\x89PNG\r\n\x1a\n<html><script>alert(1)</script>'],
    ['PNG and PHP', '\x89PNG\r\n\x1a\n<?php system("id"); ?>'],
    ['JPEG and HTML', '\xff\xd8\xff<html><script>alert(1)</script>'],
    ['JPEG and JavaScript', '\xff\xd8\xff\xe0*/=alert(1);/*'],
    ['WebP and HTML', 'RIFF\0\0\0\0WEBPVP8 <html><script>alert(1)</script>'],
    ['AVIF and HTML', '\0\0\0\x1cftypavif<html><script>alert(1)</script>'],
    ['WAVE', 'RIFF\0\0\0\0WAVEfmt '],
  ];
  return Object.fromEntries([
    ...cuts('PNG', png, 90),
    ...cuts('JPEG', jpeg, 160),
    ...(await Promise.all(endless)).flat(),
    ...bombs,
    ['a GIF of 65535 x 65535 pixels', sizedGif(Buffer.from(await pictureOf({ format: 'gif' })))],
    ['a JPEG of 65500 x 65500 pixels', sizedJpeg(jpeg)],
    ...polyglots.map(([name, text]) => [name, Buffer.from(text, 'latin1')] as const),
  ]);
}

function sized(picture: Uint8Array, at: number, size: readonly number[]): Buffer {
  const bytes = Buffer.from(picture);
  bytes.set(size, at);
  return bytes;
}

/** The size of the screen, and that of the first picture on it. */
function sizedGif(gif: Buffer): Buffer {
  const most = [0xff, 0xff, 0xff, 0xff];
  return sized(sized(gif, 6, most), gif.indexOf(',', 13, 'latin1') + 5, most);
}

/** Behind the marker SOF0 are a length, the bits of a sample, then height and width. */
function sizedJpeg(jpeg: Buffer): Buffer {
  return sized(jpeg, jpeg.indexOf('\xff\xc0', 0, 'latin1') + 5, [0xff, 0xdc, 0xff, 0xdc]);
}

/** A PNG of some hundred bytes whose header promises this size. */
export function pngOf(width: number, height: number): Buffer {
  const size = Buffer.alloc(13);
  size.writeUInt32BE(width, 0);
  size.writeUInt32BE(height, 4);
  size.set([8, 0, 0, 0, 0], 8);
  const chunks = [
    chunkOf('IHDR', size),
    chunkOf('IDAT', deflateSync(Buffer.alloc(10_000))),
    chunkOf('IEND', Buffer.alloc(0)),
  ];
  return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), ...chunks]);
}

function chunkOf(type: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type), content]);
  const chunk = Buffer.alloc(4 + named.length + 4);
  chunk.writeUInt32BE(content.length, 0);
  named.copy(chunk, 4);
  chunk.writeUInt32BE(crc32(named), 4 + named.length);
  return chunk;
}

/** Requests that a route refuses which takes `title`, `stars`, and the files `cover`, `more` and `photo`. */
export async function hostileUploads(): Promise<readonly HostileUpload[]> {
  const picture = Buffer.from(await pictureOf());
  const whole = multipart([fieldPart('title', 'A title'), filePart('cover', picture)]);
  const title = fieldPart('title', 'x');
  const lies = Object.entries(disguised).flatMap(([name, text]) => {
    const content = Buffer.from(text, /[\u0100-\uffff]/.test(text) ? 'utf8' : 'latin1');
    return [
      { name: `${name} as a PNG`, body: multipart([title, filePart('cover', content)]) },
      { name: `${name} as a photo`, body: multipart([title, filePart('cover', picture), filePart('photo', content)]) },
    ];
  });
  const pictures = Object.entries(await brokenPictures()).map(([name, content]) => ({
    name: `${name}, as a photo`,
    body: multipart([title, filePart('cover', picture), filePart('photo', content)]),
  }));
  return [...brokenForms(whole, picture), ...[...lies, ...pictures].map((each) => ({ ...each, type: formType }))];
}

/** Names of files as they arrive, and as handlers see them. */
export const hostileNames: readonly (readonly [given: string, shown: string])[] = [
  ['../../etc/passwd', 'passwd'],
  ['..\\..\\windows\\system.ini', 'system.ini'],
  ['/etc/passwd', 'passwd'],
  ['C:\\temp\\a.png', 'a.png'],
  ['....//a.png', 'a.png'],
  ['.htaccess', 'htaccess'],
  ['..', 'file'],
  ['.', 'file'],
  ['   ', 'file'],
  ['a/', 'file'],
  ['a.png\0.html', 'a.png.html'],
  ['a\u202egnp.exe', 'agnp.exe'],
  ['a\u200b\u2066.png', 'a.png'],
  ['a\u001b[31m.png', 'a[31m.png'],
  ['a.png. . .', 'a.png'],
  ['a.png\\..\\b.png\0', 'b.png'],
  ['\\\\server\\share\\a.png', 'a.png'],
  ['a.png::$DATA', 'a.png::$DATA'],
  // A name is only shown. On Windows too, what is stored has the name of its hash.
  ['CON', 'CON'],
  ['aux.png', 'aux.png'],
  ['\u202e\u2067gnp.\u200fexe\u2069', 'gnp.exe'],
  ['cafe\u0301.png', 'caf\u00e9.png'],
  ['\u65e5\u672c\u8a9e.png', '\u65e5\u672c\u8a9e.png'],
  ['\ud83d\ude00.png', '\ud83d\ude00.png'],
  [`${'n'.repeat(300)}.png`, `${'n'.repeat(196)}.png`],
  ['<script>alert(1)</script>.png', 'script>.png'],
];
