import { createElement, type ReactNode } from 'react';

/** A picture of `context.files.putPicture`: its size, and its public addresses by width. */
export interface PictureContent {
  readonly width: number;
  readonly height: number;
  readonly sources: readonly { readonly url: string; readonly width: number }[];
}

export interface PictureProps {
  readonly picture: PictureContent;
  /** What it shows. Empty for one that adds nothing to the text beside it. */
  readonly alt: string;
  /** How wide the page shows it, as in HTML: `(min-width: 60rem) 30rem, 100vw`. Default: `100vw`. */
  readonly sizes?: string;
  /** `eager` for the picture that a visitor sees first. Default: `lazy`. */
  readonly loading?: 'lazy' | 'eager';
  readonly className?: string;
}

/** A picture whose width the browser chooses. Its size is known before it arrives, so that the page does not move. */
export function Picture({ picture, alt, sizes = '100vw', loading = 'lazy', className }: PictureProps): ReactNode {
  const { width, height, sources } = picture;
  const srcSet = sources.map((source) => `${source.url} ${source.width}w`).join(', ');
  const src = sources.at(-1)?.url;
  // Before `src`, so that no browser begins with another width.
  return createElement('img', { loading, sizes, srcSet, src, width, height, alt, className });
}
