import { type Database, listForEach, type StoredPicture } from 'stoa';

export interface PictureRow extends StoredPicture {
  readonly id: string;
  readonly alt: string;
}

const listText = `
  select product_id as "productId", picture_id::text as id, alt, picture from product_picture
  where product_id = any($1::text[]) order by product_id, place, picture_id`;
const insertText = `
  insert into product_picture (product_id, place, file, picture, alt)
  select $1, coalesce(max(place), 0) + 1, $2, $3::jsonb, $4 from product_picture where product_id = $1
  on conflict (product_id, file) do nothing returning picture_id::text as id`;
const changeText = 'update product_picture set alt = $2, place = $3 where picture_id = $1::bigint';
const removeText = 'delete from product_picture where picture_id = $1::bigint';
const unusedText = `
  select id from unnest($1::text[]) as id where not exists (
    select from product_picture where picture -> 'sources' @> jsonb_build_array(jsonb_build_object('id', id)))`;

type Listed = {
  readonly productId: string;
  readonly id: string;
  readonly alt: string;
  readonly picture: StoredPicture;
};

/** The pictures of each product, in order. One query. */
export async function picturesOf(
  database: Database,
  productIds: readonly string[],
): Promise<readonly (readonly PictureRow[])[]> {
  const rows = await database.query<Listed>(listText, [[...new Set(productIds)]]);
  return listForEach(productIds, rows, ({ productId }) => productId).map((found) =>
    found.map(({ id, alt, picture }) => ({ id, alt, ...picture })),
  );
}

/** The id of the widest file of a picture. Equal pictures have one. */
function fileOf({ sources }: StoredPicture): string {
  const file = sources.at(-1)?.id;
  if (file === undefined) throw new Error('a stored picture has no source');
  return file;
}

/** Adds a picture behind the others. Undefined where the product has it. */
export async function insertPicture(
  database: Database,
  { productId, picture, alt }: { readonly productId: string; readonly picture: StoredPicture; readonly alt: string },
): Promise<string | undefined> {
  const values = [productId, fileOf(picture), JSON.stringify(picture), alt];
  const [row] = await database.query<{ id: string }>(insertText, values);
  return row?.id;
}

export async function updatePicture(database: Database, { id, alt }: PictureRow, place: number): Promise<void> {
  await database.query(changeText, [id, alt, place]);
}

export async function deletePicture(database: Database, id: string): Promise<void> {
  await database.query(removeText, [id]);
}

/** Those of the files that no picture has, in any width: equal bytes have one id. */
export async function unusedOf(database: Database, files: readonly string[]): Promise<readonly string[]> {
  const rows = await database.query<{ id: string }>(unusedText, [files]);
  return rows.map(({ id }) => id);
}
