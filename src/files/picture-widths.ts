import { badInput, createMutex } from '#base';
import { pictureTypes } from '#extensions';
import { loadSharp } from './optional-packages.ts';

export interface PictureRules {
  /** Of gateway.yaml, where `sharp` is looked for. */
  readonly folder: string;
  /** The most pixels that are decoded. */
  readonly pixels: number;
}

export interface PictureFile {
  readonly path: string;
  readonly type: string;
}

/** By width. A picture is not enlarged. */
const widths = [320, 640, 1280, 1920];

/** Seconds for one width of one picture. */
const decodeSeconds = 10;

/** One picture at a time: sharp works on threads, but decoded pixels fill the memory. */
const inTurn = createMutex();

/** Width and height of a picture as it is shown, by its header alone. Rejects with RequestError BAD_USER_INPUT 400. */
export async function sizeOfPicture(file: PictureFile, { folder, pixels }: PictureRules, what: string) {
  if (!pictureTypes.includes(file.type)) throw badInput(`${what} is no picture: its bytes are ${file.type}.`);
  const metadata = await loadSharp(folder)(file.path)
    .metadata()
    .catch(() => undefined);
  if (metadata === undefined) throw badInput(`${what} is a picture that cannot be read.`);
  const { width, height, autoOrient } = metadata;
  if (width * height > pixels) throw badInput(`${what} has ${width} x ${height} pixels. Accepted: ${pixels} in all.`);
  return { width: autoOrient.width, height: autoOrient.height };
}

export interface PictureWidth {
  readonly width: number;
  readonly height: number;
  readonly content: Buffer;
}

/**
 * The picture as WebP in up to four widths: upright, in sRGB, and without metadata, so without the place where it was
 * taken. Rejects with RequestError BAD_USER_INPUT 400 for one that cannot be decoded.
 */
export async function readPicture(
  file: PictureFile,
  rules: PictureRules,
  what: string,
): Promise<readonly PictureWidth[]> {
  const { width: own } = await sizeOfPicture(file, rules, what);
  const wanted = [...widths.filter((width) => width < own), Math.min(own, widths.at(-1) ?? own)];
  const sharp = loadSharp(rules.folder);
  return await inTurn(async () => {
    const made: PictureWidth[] = [];
    for (const width of [...new Set(wanted)].slice(-widths.length)) {
      const { data, info } = await sharp(file.path, { limitInputPixels: rules.pixels, sequentialRead: true })
        .autoOrient()
        .resize({ width })
        .timeout({ seconds: decodeSeconds })
        .webp({ quality: 80 })
        .toBuffer({ resolveWithObject: true })
        .catch(() => {
          throw badInput(`${what} is a picture that cannot be read.`);
        });
      made.push({ width: info.width, height: info.height, content: data });
    }
    return made;
  });
}
