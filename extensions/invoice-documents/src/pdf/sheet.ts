import { createRequire } from 'node:module';
import { buffer } from 'node:stream/consumers';
import { type Fonts, loadFonts } from './load-fonts.ts';
import { type Direction, readable, visualRuns } from './visual-runs.ts';

/** A text in a row. Places are counted from where a line begins, in points. */
export interface Box {
  readonly text: string;
  readonly at?: number;
  readonly width?: number;
  readonly align?: 'start' | 'end';
  readonly isBold?: boolean;
  readonly size?: number;
  /** Of names and addresses, whose language is not that of the document. */
  readonly isForeign?: boolean;
}

export interface SheetFacts {
  readonly title: string;
  readonly author: string;
  readonly locale: string;
  readonly direction: 'ltr' | 'rtl';
  /** Of the document, so that the same document has the same bytes. */
  readonly createdAt: Date;
}

const require = createRequire(import.meta.url);
const paper = { width: 595.28, height: 841.89 };
const margin = 50;
const bottom = paper.height - 70;
const standardSize = 9.5;
/** Of a row of one line. */
export const rowHeight = standardSize * 1.4 + 3;
export const lineWidth = paper.width - 2 * margin;

/** Opens an empty document of A4 pages. */
export async function openSheet(facts: SheetFacts): Promise<Sheet> {
  // When it is needed first, and not in the bundle: it would take 5 MB of each process.
  const PdfDocument: typeof import('pdfkit') = require('pdfkit');
  const document = new PdfDocument({
    size: [paper.width, paper.height],
    margin: 0,
    font: '',
    bufferPages: true,
    lang: facts.locale,
    displayTitle: true,
    info: { Title: facts.title, Author: facts.author, CreationDate: facts.createdAt },
  });
  return new Sheet(document, await loadFonts(), facts.direction);
}

/** A document that is written from top to bottom. */
class Sheet {
  readonly #document: PDFKit.PDFDocument;
  readonly #fonts: Fonts;
  readonly #direction: SheetFacts['direction'];
  #y = margin;
  #head: readonly Box[] | undefined;

  constructor(document: PDFKit.PDFDocument, fonts: Fonts, direction: SheetFacts['direction']) {
    this.#document = document;
    this.#fonts = fonts;
    this.#direction = direction;
    for (const { name, regular, bold } of Object.values(fonts))
      document.registerFont(name, regular).registerFont(`${name} bold`, bold);
  }

  /** One row of a table, or of text beside text. It stands on one page. */
  row(...boxes: readonly Box[]): void {
    const texts = boxes.map((box) => ({ box, lines: this.#wrap(box) }));
    const height = Math.max(...texts.map(({ box, lines }) => lines.length * heightOf(box))) + 3;
    this.need(height);
    for (const { box, lines } of texts)
      for (const [index, line] of lines.entries()) this.#draw(line, box, this.#y + (index + 0.75) * heightOf(box));
    this.#y += height;
  }

  space(points: number): void {
    this.#y += points;
  }

  rule(): void {
    this.need(4);
    const y = this.#y + 1;
    this.#document
      .moveTo(margin, y)
      .lineTo(margin + lineWidth, y)
      .lineWidth(0.5)
      .stroke('#888');
    this.#y += 4;
  }

  /** Begins a table: each page of it has this row first. */
  table(...head: readonly Box[]): void {
    this.need(60);
    this.#head = undefined;
    this.#begin(head);
    this.#head = head;
  }

  endTable(): void {
    this.#head = undefined;
  }

  /** Goes on at the next page where less room is left. */
  need(height: number): void {
    if (this.#y + height <= bottom) return;
    this.#document.addPage();
    this.#y = margin;
    if (this.#head !== undefined) this.#begin(this.#head);
  }

  #begin(head: readonly Box[]): void {
    this.row(...head.map((box) => ({ ...box, isBold: true })));
    this.rule();
  }

  /** Writes the last line of each page, and ends the document. */
  async end(footer: (page: number, pages: number) => readonly Box[]): Promise<Buffer> {
    const { count } = this.#document.bufferedPageRange();
    for (let page = 0; page < count; page++) {
      this.#document.switchToPage(page);
      for (const box of footer(page + 1, count))
        for (const line of this.#wrap(box).slice(0, 1)) this.#draw(line, box, paper.height - 35);
    }
    this.#document.end();
    return await buffer(this.#document);
  }

  #directionOf({ isForeign = false }: Box): Direction {
    return isForeign ? 'auto' : this.#direction;
  }

  #runs(line: string, box: Box) {
    this.#document.fontSize(sizeOf(box));
    return visualRuns(line, this.#directionOf(box), this.#fonts).map(({ text, font }) => {
      const name = box.isBold ? `${font.name} bold` : font.name;
      return { text, name, width: this.#document.font(name).widthOfString(text) };
    });
  }

  #measure(line: string, box: Box): number {
    return this.#runs(line, box).reduce((sum, { width }) => sum + width, 0);
  }

  /** `y` is where the letters stand. */
  #draw(line: string, box: Box, y: number): void {
    const { at = 0, align = 'start' } = box;
    const isRtl = this.#direction === 'rtl';
    const runs = this.#runs(line, box);
    const left = isRtl ? paper.width - margin - at - widthOf(box) : margin + at;
    const spare = widthOf(box) - runs.reduce((sum, { width }) => sum + width, 0);
    let x = left + ((align === 'end') !== isRtl ? spare : 0);
    for (const { text, name, width } of runs) {
      this.#document.font(name).fillColor('#000').text(text, x, y, { lineBreak: false, baseline: 'alphabetic' });
      x += width;
    }
  }

  #wrap(box: Box): readonly string[] {
    return readable(box.text)
      .split('\n')
      .flatMap((paragraph) => this.#wrapOne(paragraph, box));
  }

  #wrapOne(paragraph: string, box: Box): readonly string[] {
    const fits = (line: string) => this.#measure(line, box) <= widthOf(box);
    const lines: string[] = [];
    let line = '';
    for (const word of paragraph.split(' ')) {
      const longer = line === '' ? word : `${line} ${word}`;
      if (fits(longer)) {
        line = longer;
        continue;
      }
      if (line !== '') lines.push(line);
      line = word;
      // A word that is longer than a line is cut.
      while (!fits(line)) {
        let length = line.length - 1;
        while (length > 1 && !fits(line.slice(0, length))) length--;
        lines.push(line.slice(0, length));
        line = line.slice(length);
      }
    }
    return [...lines, line];
  }
}

export type { Sheet };

function sizeOf({ size = standardSize }: Box): number {
  return size;
}

function heightOf(box: Box): number {
  return sizeOf(box) * 1.4;
}

function widthOf({ at = 0, width = lineWidth - at }: Box): number {
  return width;
}
