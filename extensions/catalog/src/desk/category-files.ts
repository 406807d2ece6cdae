import type { Context, StoredPicture } from 'stoa';

export const lockText = 'lock table category in share row exclusive mode';
const unnamedText = `
  select id from unnest($1::text[]) id where not exists (
    select from category where picture -> 'sources' @> jsonb_build_array(jsonb_build_object('id', id)))`;

/** Deletes the files of pictures that no category has. Changes of categories wait for it, since equal files are one. */
export async function deletePictures(
  { database, files }: Pick<Context, 'database' | 'files'>,
  pictures: readonly (StoredPicture | null | undefined)[],
): Promise<void> {
  const ids = pictures.flatMap((picture) => (picture?.sources ?? []).map(({ id }) => id));
  if (ids.length === 0) return;
  await database.transaction(async (transaction) => {
    await transaction.query(lockText);
    const unnamed = await transaction.query<{ id: string }>(unnamedText, [ids]);
    await files.delete(...unnamed.map(({ id }) => id));
  });
}
