import { changeOf } from '@stoa/desk-ui/forms';
import { type Context, type Database, listForEach, StoaError } from 'stoa';
import type { Graph, SetLabel } from '../supplement.gen.ts';

type Label = Graph['DeskLabel'];

/** What a label has in each language. */
const names = ['ingredients', 'benefits', 'presentation', 'dosage', 'warnings', 'storage'] as const;

/** In the shop's default language, it has the form, too. */
const ownNames = [...names, 'form'] as const;
type Name = (typeof ownNames)[number];

const columns = `
  ingredients, array_to_string(benefits, E'\\n', '') as benefits, presentation, dosage, warnings, storage`;
const listText = `
  select own.*, locale, md5(row(ingredients, benefits, presentation, dosage, warnings, storage, form)::text) as version
  from (
    select p.product_id as "productId", l.locale, l.place, s.* from unnest($1::text[]) p(product_id)
    cross join unnest($2::text[]) with ordinality l(locale, place)
    left join (
      select product_id as own_id, null as own_locale, ${columns}, form from supplement
      union all
      select product_id, locale, ${columns}, null from supplement_translation) s
    on s.own_id = p.product_id and s.own_locale is not distinct from case when l.place > 1 then l.locale end) own
  order by "productId", place`;
const lockText = 'lock table supplement in share row exclusive mode';
const benefits = `string_to_array(nullif($3, ''), E'\\n', '')`;
const values = `nullif($2, ''), ${benefits}, nullif($4, ''), nullif($5, ''), nullif($6, ''), nullif($7, '')`;
const list = 'ingredients, benefits, presentation, dosage, warnings, storage';
const ownText = `
  insert into supplement (product_id, ${list}, form) values ($1, ${values}, nullif($8, ''))
  on conflict (product_id) do update set (${list}, form) = row(${values}, nullif($8, ''))`;
const translationText = `
  insert into supplement_translation (product_id, ${list}, locale) values ($1, ${values}, $8)
  on conflict (product_id, locale) do update set (${list}) = row(${values})`;
const removeText = 'delete from supplement where product_id = $1';
const untranslateText = 'delete from supplement_translation where product_id = $1 and locale = $2';

/** The labels of each product, one for each locale. One query. */
export async function labelsOf(
  database: Database,
  productIds: readonly string[],
  locales: readonly string[],
): Promise<readonly (readonly Label[])[]> {
  const rows = await database.query<Label & { readonly productId: string }>(listText, [
    [...new Set(productIds)],
    locales,
  ]);
  return listForEach(productIds, rows, ({ productId }) => productId);
}

/** Writes a label in one language; an empty one goes. The same form a second time changes nothing. Throws StoaError. */
export function setLabel(
  { database, shop }: Pick<Context, 'database' | 'shop'>,
  productId: string,
  { locale, version, ...form }: SetLabel['body'],
): Promise<void> {
  return database.transaction(async (transaction) => {
    await transaction.query(lockText);
    const [labels = []] = await labelsOf(transaction, [productId], shop.locales);
    const [own] = labels;
    const now = labels.find((label) => label.locale === locale);
    if (now === undefined) throw new StoaError('NOT_FOUND', { text: 'desk.noLocale' });
    const isOwn = now === own;
    const fields: readonly Name[] = isOwn ? ownNames : names;
    const linesOf = (label: { readonly [name in Name]?: string | null | undefined }) =>
      Object.fromEntries(
        fields.map((name) => [name, typed(label[name], { keepsEmpty: !isOwn && name === 'benefits' })]),
      );
    const [from, wanted] = [linesOf(now), linesOf(form)];
    const change = changeOf(from, wanted, now.version !== version);
    if (change === undefined) return;
    // A translation stands for a label that is there.
    if (!isOwn && ownNames.every((name) => !own?.[name])) throw new StoaError('CONFLICT', { text: 'desk.noLabel' });
    const to = Object.values(wanted);
    const rest = isOwn ? [] : [locale];
    if (to.every((text) => text === ''))
      await transaction.query(isOwn ? removeText : untranslateText, [productId, ...rest]);
    else await transaction.query(isOwn ? ownText : translationText, [productId, ...to, ...rest]);
    const changed = Object.keys(change.to);
    await transaction.record({ action: 'label.changed', subject: `product:${productId}`, to: { locale, changed } });
  });
}

/** Lines without blanks at their ends. One of translated benefits may be empty, and keeps its place. */
function typed(text: string | null | undefined, { keepsEmpty }: { readonly keepsEmpty: boolean }): string {
  const lines = (text ?? '').split(/\r?\n/).map((line) => line.trim());
  return lines
    .filter((line) => keepsEmpty || line !== '')
    .join('\n')
    .trimEnd();
}
