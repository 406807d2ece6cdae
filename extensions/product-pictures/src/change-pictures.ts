import { StoaError, type StoredPicture, type Transaction, type Upload } from 'stoa';
import type { Context } from '../product-pictures.gen.ts';
import { deletePicture, insertPicture, type PictureRow, picturesOf, unusedOf, updatePicture } from './picture-store.ts';

interface Added {
  readonly productId: string;
  readonly upload: Upload;
  readonly alt: string;
}

interface Changed {
  readonly productId: string;
  readonly picture: string;
  readonly alt: string;
  /** From 1 on. */
  readonly place: number;
}

interface Removed {
  readonly productId: string;
  readonly files: readonly string[];
}

/** A list of products shows a picture in about this width. */
const listWidth = 640;
// Changes of pictures follow each other, so that places and files are right.
const lockText = 'lock table product_picture in share row exclusive mode';

/** Adds a picture behind the others. The same one a second time changes nothing. Throws NOT_FOUND. */
export async function addPicture(context: Context, { productId, upload, alt }: Added): Promise<void> {
  await requireProduct(context, productId);
  const picture = await context.files.putPicture(upload);
  await context.database.transaction(async (transaction) => {
    await transaction.query(lockText);
    const id = await insertPicture(transaction, { productId, picture, alt });
    if (id === undefined) return;
    await transaction.record({ action: 'picture.added', subject: `product:${productId}`, to: { picture: id, alt } });
  });
  // A removal of the same picture may have deleted files until now. From now on, the row keeps them.
  if (!(await areThere(context, picture))) await context.files.putPicture(upload);
  await showFirst(context, productId);
}

/** Changes what a picture shows, and its place among the others. Throws NOT_FOUND. */
export async function changePicture(context: Context, { productId, picture: id, alt, place }: Changed): Promise<void> {
  await context.database.transaction(async (transaction) => {
    const { picture, pictures } = await lockPicture(transaction, productId, id);
    const before = pictures.indexOf(picture) + 1;
    const others = pictures.filter((other) => other !== picture);
    const after = others.toSpliced(place - 1, 0, { ...picture, alt });
    for (const [index, row] of after.entries()) await updatePicture(transaction, row, index + 1);
    const to = { picture: id, alt, place: after.findIndex((row) => row.id === id) + 1 };
    if (picture.alt === alt && to.place === before) return;
    const from = { picture: id, alt: picture.alt, place: before };
    await transaction.record({ action: 'picture.changed', subject: `product:${productId}`, from, to });
  });
  await showFirst(context, productId);
}

/**
 * Removes a picture, and its files where no other picture has them. Throws NOT_FOUND. Where the catalog is away, a job
 * does the rest: the picture is gone, so the caller cannot remove it again.
 */
export async function removePicture(context: Context, productId: string, id: string): Promise<void> {
  const rest = await context.database.transaction(async (transaction) => {
    const { picture } = await lockPicture(transaction, productId, id);
    await deletePicture(transaction, id);
    const from = { picture: id, alt: picture.alt };
    await transaction.record({ action: 'picture.removed', subject: `product:${productId}`, from });
    const left = { productId, files: filesOf(picture) };
    await transaction.later('finishRemoval', left);
    return left;
  });
  await finishRemoval(context, rest).catch((error: unknown) =>
    context.logger.error('removal of a picture left to the job', { reason: String(error) }),
  );
}

/** What follows the removal of a picture: the catalog shows the next one, and unused files go. */
export async function finishRemoval(
  context: Pick<Context, 'database' | 'files' | 'query'>,
  { productId, files }: Removed,
): Promise<void> {
  await showFirst(context, productId);
  await context.database.transaction(async (transaction) => {
    // Under the lock: another product may get the picture.
    await transaction.query(lockText);
    await context.files.delete(...(await unusedOf(transaction, files)));
  });
}

/** Removes all pictures of a product that is gone, and the files that no other picture has. */
export async function removePicturesOf(
  { database, files }: Pick<Context, 'database' | 'files'>,
  productId: string,
): Promise<void> {
  await database.transaction(async (transaction) => {
    await transaction.query(lockText);
    const [pictures = []] = await picturesOf(transaction, [productId]);
    for (const picture of pictures) {
      await deletePicture(transaction, picture.id);
      // Files go before the rows: what fails in between is tried again.
      await files.delete(...(await unusedOf(transaction, filesOf(picture))));
    }
  });
}

async function lockPicture(transaction: Transaction, productId: string, id: string) {
  await transaction.query(lockText);
  const [pictures = []] = await picturesOf(transaction, [productId]);
  const picture = pictures.find((each) => each.id === id);
  if (picture === undefined) throw new StoaError('NOT_FOUND', { text: 'pictures.unknown' });
  return { picture, pictures };
}

async function requireProduct({ query }: Context, id: string): Promise<void> {
  const { data, errors } = await query('query ($id: ID!) { product(id: $id) { productId } }', { id });
  // Without this, an outage of the catalog would look like a product that does not exist.
  if (errors !== undefined && errors.length > 0)
    throw new AggregateError(errors, `the shop does not say whether it has a product: ${errors[0]?.message}`);
  if (data?.product?.productId !== id) throw new StoaError('NOT_FOUND', { text: 'pictures.noProduct' });
}

/** Lists and pages of other extensions show the first picture. A change that comes again sets it again. */
async function showFirst({ database, query }: Pick<Context, 'database' | 'query'>, productId: string): Promise<void> {
  const [[first] = []] = await picturesOf(database, [productId]);
  const { errors } = await query(
    `mutation ($productId: ID!, $image: String, $alt: String) {
      setProductImage(productId: $productId, image: $image, alt: $alt)
    }`,
    { productId, image: first === undefined ? null : urlOf(first), alt: first?.alt ?? null },
  );
  if (errors !== undefined) throw new AggregateError(errors, 'the catalog did not take the picture');
}

function filesOf({ sources }: StoredPicture): readonly string[] {
  return sources.map(({ id }) => id);
}

async function areThere({ files }: Pick<Context, 'files'>, picture: StoredPicture): Promise<boolean> {
  const found = await Promise.allSettled(filesOf(picture).map(async (id) => (await files.read(id)).destroy()));
  return found.every(({ status }) => status === 'fulfilled');
}

function urlOf({ sources }: PictureRow): string | null {
  return (sources.find(({ width }) => width >= listWidth) ?? sources.at(-1))?.url ?? null;
}
