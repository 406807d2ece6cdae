import type { ModuleOptions } from './translate-module.ts';
import type { Problem } from './unsupported-files.ts';

/** Files by path below the root of the EverShop extension. */
export type Sources = ReadonlyMap<string, string>;

/** A part of the extension that comes over, or is left, as a whole: an endpoint, a component, a file of resolvers. */
export interface Unit {
  /** Paths of the files that it is made of. */
  readonly from: readonly string[];
  /** New files by path below the extension's folder. */
  readonly files: Readonly<Record<string, string>>;
  /** What of it is left. */
  readonly left: readonly (Problem & { readonly file: string })[];
  readonly packages?: readonly string[];
  /** A page that gateway.yaml needs for it. */
  readonly page?: { readonly name: string; readonly path: string } | undefined;
}

export interface UnitOptions {
  readonly sources: Sources;
  /** The name of the new extension. */
  readonly id: string;
  /** A resolver of relative imports, for a file that comes to lie at `to`. */
  readonly localsOf: (from: string, to: string) => ModuleOptions['local'];
}

/** A file that does not come over, or what the author should know of it. */
export function leftUnit(path: string, ...problems: readonly Problem[]): Unit {
  return { from: [path], files: {}, left: problems.map((problem) => ({ ...problem, file: path })) };
}
