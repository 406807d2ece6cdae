import { Picture, type PictureContent } from 'stoa';

interface CategoryImageProps {
  readonly image: string | null;
  /** Null: `image` was not uploaded, and has no other widths. */
  readonly picture: PictureContent | null;
  readonly alt: string;
  /** How wide the page shows it. */
  readonly sizes: string;
  readonly loading?: 'lazy' | 'eager';
  readonly className?: string | undefined;
}

/** The picture of a category; nothing where it has none. */
export function CategoryImage({ image, picture, alt, sizes, loading = 'lazy', className }: CategoryImageProps) {
  if (image === null) return null;
  const shown = { loading, ...(className !== undefined && { className }) };
  if (picture !== null) return <Picture picture={picture} alt={alt} sizes={sizes} {...shown} />;
  return <img src={image} width="240" height="160" alt={alt} {...shown} />;
}
