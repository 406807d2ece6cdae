import type { Place } from '#base';
import type { PageConfig } from '#config';

/** The file of a page component, not yet loaded. */
export interface PageComponentFile {
  /** `all`, or the name of a page group. */
  readonly group: string;
  /** File name without its ending. */
  readonly name: string;
  /** Absolute path. */
  readonly file: string;
}

export interface OwnPage {
  readonly group: string;
  /** What page.json says, without defaults. */
  readonly page: Partial<PageConfig> & Pick<PageConfig, 'path'>;
  /** By key of page.json. */
  readonly places: ReadonlyMap<string, Place>;
}

export interface AssetFile {
  /** Absolute path. */
  readonly file: string;
  /** Path relative to `assets/`, with `/` between folders. */
  readonly name: string;
}
