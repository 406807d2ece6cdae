import sharp from 'sharp';

interface PictureSketch {
  readonly format?: 'png' | 'jpeg' | 'webp' | 'gif' | 'avif';
  readonly width?: number;
  readonly height?: number;
  /** As a camera writes it: 6 is a quarter turn. */
  readonly orientation?: number;
}

/** A picture of one colour. A JPEG has a place in its metadata. */
export async function pictureOf({ format = 'png', width = 8, height = 4, orientation = 1 }: PictureSketch = {}) {
  const plain = sharp({ create: { width, height, channels: 3, background: '#c33' } });
  const exif = { IFD3: { GPSLatitude: '52/1 31/1 0/1' } };
  const made = format === 'jpeg' ? plain.withExif(exif).withMetadata({ orientation }) : plain;
  return Uint8Array.from(await made.toFormat(format).toBuffer());
}
