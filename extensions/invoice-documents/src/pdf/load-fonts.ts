import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

/** A font with two weights. */
export interface Font {
  readonly name: string;
  readonly regular: Buffer;
  readonly bold: Buffer;
}

export interface Fonts {
  /** Latin, Greek and Cyrillic, digits and signs. */
  readonly plain: Font;
  readonly arabic: Font;
}

const { resolve } = createRequire(import.meta.url);
let loading: Promise<Fonts> | undefined;

/** The fonts of all documents. Read once for each process. */
export function loadFonts(): Promise<Fonts> {
  loading ??= Promise.all([loadFont('noto-sans', 'NotoSans'), loadFont('noto-sans-arabic', 'NotoSansArabic')]).then(
    ([plain, arabic]) => ({ plain, arabic }),
  );
  return loading;
}

async function loadFont(folder: string, name: string): Promise<Font> {
  const read = (weight: string) => readFile(resolve(`@expo-google-fonts/${folder}/${weight}/${name}_${weight}.ttf`));
  const [regular, bold] = await Promise.all([read('400Regular'), read('700Bold')]);
  return { name, regular, bold };
}
