import { type Database, isRowId } from 'stoa';

interface Image {
  readonly productId: string;
  readonly image?: string | null | undefined;
  readonly alt?: string | null | undefined;
}

const setText = `
  update product set image = $2, image_alt = nullif($3, '') where product_id = $1::bigint returning product_id`;

/** Says where the picture of a product is, and what it shows. False for an unknown product. */
export async function setImage(database: Database, { productId, image = null, alt = null }: Image): Promise<boolean> {
  return isRowId(productId) && (await database.query(setText, [productId, image, alt])).length > 0;
}
