import { changeOf, typed } from '@stoa/desk-ui/forms';
import type { FileSource, StoredPicture } from 'stoa';
import type { SetCategoryPicture } from '../../catalog.gen.ts';
import { deletePictures } from './category-files.ts';
import { type CategoryShop, withCategory } from './change-categories.ts';

type Form = SetCategoryPicture['body'] & { readonly upload: FileSource | undefined };

/** A tile or a page shows a picture in about this width. */
const shownWidth = 640;
const setText = `
  update category set image = nullif($2, ''), image_alt = $3, picture = $4::jsonb where category_id = $1::bigint`;

/**
 * Sets the picture of a category: an upload comes first, then the box to remove it, then the path. Files that no
 * category has any more are deleted. The same form a second time changes nothing. Throws StoaError.
 */
export async function setCategoryPicture(
  shop: CategoryShop,
  id: string,
  { upload, version, ...form }: Form,
): Promise<void> {
  const stored = upload === undefined ? undefined : await shop.files.putPicture(upload);
  const pictures = [stored];
  try {
    await withCategory(shop, id, async (transaction, category) => {
      const from = { image: category.image ?? '', alt: category.imageAlt };
      const image = stored === undefined ? (form.remove === true ? '' : typed(form.image)) : pathOf(stored);
      const to = { image, alt: image === '' ? '' : typed(form.alt) };
      const change = changeOf(from, to, category.version !== version);
      if (change === undefined) return;
      const picture = stored ?? (image === from.image ? category.picture : null);
      await transaction.query(setText, [id, image, to.alt, picture === null ? null : JSON.stringify(picture)]);
      await transaction.record({ action: 'category.changed', subject: `category:${id}`, ...change });
      pictures.push(category.picture ?? undefined);
    });
  } finally {
    await deletePictures(shop, pictures);
  }
}

function pathOf({ sources }: StoredPicture): string {
  const url = (sources.find(({ width }) => width >= shownWidth) ?? sources.at(-1))?.url;
  if (url === undefined) throw new Error('a stored picture has no source');
  return url;
}
