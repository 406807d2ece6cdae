import type { HeapProfiler } from 'node:inspector';
import { extensionOfBundle, type Frame, placeInFrames } from './bundle-frames.ts';
import type { ThreadLog } from './thread-log.ts';
import { WatchedThread } from './watched-thread.ts';

/**
 * Shares of the heap's limit. From the first on, allocations are sampled. From the second one they are reported, as
 * soon as they name an extension. From the third one they are reported without a name: V8 may end the process soon.
 */
const sampleFrom = 0.5;
const reportFrom = 0.75;
const reportUnnamedFrom = 0.95;
/** Bytes of the young generation, at most. V8 counts them into the limit, but what stays is in the old generation. */
const youngBytes = 128 * 1024 * 1024;
/** Milliseconds between two looks while allocations are sampled. */
const samplingLookMs = 50;

export interface HeapWatchParts {
  /** Bytes. */
  readonly heapLimit: number;
  readonly log: ThreadLog;
}

/**
 * Names the extension that allocates when the heap comes near its limit, where V8 ends the process. The process's
 * memory says when to look at the heap, since this thread can read it alone.
 */
export class HeapWatch {
  readonly #parts: HeapWatchParts;
  readonly #thread = new WatchedThread();
  #state: 'idle' | 'sampling' | 'reporting' | 'reported' = 'idle';
  #asked = false;
  #next: NodeJS.Timeout | undefined;

  constructor({ heapLimit, log }: HeapWatchParts) {
    this.#parts = { heapLimit: Math.max(heapLimit - youngBytes, heapLimit * sampleFrom), log };
  }

  /** Call it regularly. */
  look(): void {
    if (this.#asked) return;
    const near = process.memoryUsage.rss() > this.#parts.heapLimit * sampleFrom;
    if (!near && this.#state === 'idle') return;
    this.#asked = true;
    this.#thread.heapUsed((bytes) => {
      this.#asked = false;
      this.#act(bytes / this.#parts.heapLimit);
      if (this.#state === 'sampling') this.#lookSoon();
    });
  }

  #lookSoon(): void {
    clearTimeout(this.#next);
    this.#next = setTimeout(() => this.look(), samplingLookMs);
  }

  #act(share: number): void {
    if (this.#state === 'idle' && share > sampleFrom) {
      this.#state = 'sampling';
      this.#thread.startSampling();
    } else if (this.#state === 'sampling' && share > reportFrom) {
      this.#state = 'reporting';
      this.#report(share);
    }
    if (this.#state !== 'idle' && share < sampleFrom) {
      this.#state = 'idle';
      this.#thread.stopSampling();
      this.#thread.close();
    }
  }

  /** Asks for the running code first: near the limit each answer may be the last. */
  #report(share: number): void {
    const heap = { heapMb: megabytes(share * this.#parts.heapLimit), limitMb: megabytes(this.#parts.heapLimit) };
    let running: ReturnType<typeof placeInFrames>;
    this.#thread.look({ blocked: false }, ({ frames }) => {
      running = placeInFrames(frames);
    });
    this.#thread.heapProfile((head) => {
      if (this.#state !== 'reporting') return;
      const found = largestIn(head);
      // A heap that fills fast is near its limit before the samples have an extension.
      if (found === undefined && share < reportUnnamedFrom) {
        this.#state = 'sampling';
        this.#lookSoon();
        return;
      }
      this.#state = 'reported';
      // The profile has the line of a function, the running code that of the statement.
      const place = found === undefined || running?.extension === found.extension ? running : found;
      const named = place === undefined ? {} : { extension: place.extension, ...place.place };
      const grown = found === undefined ? {} : { allocatedMb: megabytes(found.bytes) };
      this.#parts.log('error', 'heap near its limit', { ...named, ...grown, ...heap });
    });
  }
}

function megabytes(bytes: number): number {
  return Math.round(bytes / 1024 / 1024);
}

/** The extension with most live bytes in a profile, and its function that allocated most of them. */
function largestIn(head: HeapProfiler.SamplingHeapProfileNode) {
  const sums = new Map<string, Sum>();
  addUp(head, undefined, sums);
  const byExtension = Map.groupBy(sums.values(), ({ extension }) => extension);
  const [largest] = [...byExtension.values()]
    .map((own) => ({ own, bytes: own.reduce((total, sum) => total + sum.bytes, 0) }))
    .toSorted((one, other) => other.bytes - one.bytes);
  const top = largest?.own.toSorted((one, other) => other.bytes - one.bytes)[0];
  const found = top && placeInFrames([top.frame]);
  return found && largest && { ...found, bytes: largest.bytes };
}

interface Sum {
  readonly extension: string;
  readonly frame: Frame;
  bytes: number;
}

/** Adds the bytes of each node to the innermost function of an extension above it. */
function addUp(node: HeapProfiler.SamplingHeapProfileNode, above: Sum | undefined, sums: Map<string, Sum>): void {
  const { callFrame, selfSize, children } = node;
  const extension = extensionOfBundle(callFrame.url);
  const own = extension === undefined ? above : sumOf(callFrame, extension, sums);
  if (own !== undefined) own.bytes += selfSize;
  for (const child of children) addUp(child, own, sums);
}

type CallFrame = HeapProfiler.SamplingHeapProfileNode['callFrame'];

function sumOf(callFrame: CallFrame, extension: string, sums: Map<string, Sum>): Sum {
  const { url, functionName, lineNumber, columnNumber } = callFrame;
  const key = `${url}:${lineNumber}:${columnNumber}`;
  const frame = { functionName, scriptName: url, lineNumber: lineNumber + 1, columnNumber: columnNumber + 1 };
  const sum = sums.get(key) ?? { extension, frame, bytes: 0 };
  sums.set(key, sum);
  return sum;
}
