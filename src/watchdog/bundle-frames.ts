import { readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Place } from '#base';

/** One frame of a stack, as `util.getCallSites` gives it. Lines and columns count from 1. */
export interface Frame {
  readonly functionName: string;
  /** URL or path of the module. */
  readonly scriptName: string;
  readonly lineNumber: number;
  readonly columnNumber: number;
}

export function isFrame(value: unknown): value is Frame {
  return typeof value === 'object' && value !== null && 'scriptName' in value && typeof value.scriptName === 'string';
}

/** The extension whose bundle this module is, by the module's URL or path: `<id>-<hash>.mjs`. */
export function extensionOfBundle(module: string): string | undefined {
  return /[\\/]([a-z][a-z0-9-]{0,39})-[0-9a-f]{20}\.mjs$/.exec(module)?.[1];
}

/** An extension, and the line of its source where its code is. */
export interface ExtensionPlace {
  readonly extension: string;
  /** Undefined when the bundle's source map does not have it. */
  readonly place: Place | undefined;
}

type BundleFrame = Omit<Frame, 'functionName'>;

/** The innermost frame in an extension's bundle. Frames in the team's own files come before those of packages. */
export function placeInFrames(frames: readonly BundleFrame[]): ExtensionPlace | undefined {
  const own = frames.flatMap((frame): readonly (readonly [string, BundleFrame])[] => {
    const extension = extensionOfBundle(frame.scriptName);
    return extension === undefined ? [] : [[extension, frame]];
  });
  const [first] = own;
  if (first === undefined) return undefined;
  const [extension] = first;
  const maps = new Map<string, SourceMap | undefined>();
  const places = own
    .filter(([id]) => id === extension)
    .flatMap(([, { scriptName, lineNumber, columnNumber }]) => {
      const file = scriptName.startsWith('file:') ? fileURLToPath(scriptName) : scriptName;
      if (!maps.has(file)) maps.set(file, readSourceMap(file));
      return sourcePlace(maps.get(file), { file, line: lineNumber, column: columnNumber }) ?? [];
    });
  return { extension, place: places.find(({ file }) => isTeamsOwn(file)) ?? places[0] };
}

/** Whether a file is the extension's own, not one of a package in its bundle. */
export function isTeamsOwn(file: string): boolean {
  return !file.includes('/node_modules/');
}

const mapMark = '//# sourceMappingURL=data:application/json;base64,';

/** The source map in a bundle. Undefined when the bundle is gone, or has none. */
function readSourceMap(bundleFile: string): SourceMap | undefined {
  try {
    const text = readFileSync(bundleFile, 'utf8');
    const start = text.lastIndexOf(mapMark);
    if (start === -1) return undefined;
    return new SourceMap(JSON.parse(Buffer.from(text.slice(start + mapMark.length), 'base64').toString()));
  } catch {
    // A newer build has removed it. The extension's name is known all the same.
    return undefined;
  }
}

function sourcePlace(map: SourceMap | undefined, { file, line, column }: Required<Place>): Place | undefined {
  const entry = map?.findEntry(line - 1, column - 1);
  // A segment without a source is code that the map leaves out.
  if (entry === undefined || !('originalSource' in entry) || entry.originalSource === undefined) return undefined;
  const { originalSource, originalLine, originalColumn } = entry;
  return { file: resolve(dirname(file), originalSource), line: originalLine + 1, column: originalColumn + 1 };
}
