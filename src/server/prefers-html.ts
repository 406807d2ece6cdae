/** Whether an `Accept` header ranks HTML above JSON. Without a preference it is JSON. */
export function prefersHtml(accept: string | undefined): boolean {
  const ranges = (accept ?? '').split(',').map(parseRange);
  return qualityOf('text/html', ranges) > qualityOf('application/json', ranges);
}

interface MediaRange {
  readonly type: string;
  readonly quality: number;
}

function parseRange(text: string): MediaRange {
  const [type = '', ...parameters] = text.split(';').map((part) => part.trim().toLowerCase());
  const quality = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
  const value = quality === undefined ? 1 : Number(quality);
  return { type, quality: value >= 0 && value <= 1 ? value : 0 };
}

// The most specific range decides: `text/html;q=0, */*` refuses HTML.
function qualityOf(type: string, ranges: readonly MediaRange[]): number {
  const patterns = [type, `${type.split('/')[0]}/*`, '*/*'];
  for (const pattern of patterns) {
    const range = ranges.find((candidate) => candidate.type === pattern);
    if (range !== undefined) return range.quality;
  }
  return 0;
}
