import type { JobOf } from '../supplement.gen.ts';
import { forms } from './forms.ts';

type JobContext = Parameters<JobOf<'pushFacets'>>[1];

type Label = { readonly locale: string; readonly text: string };

interface LabelRow {
  readonly productId: string;
  readonly form: string | null;
  readonly benefits: readonly (string | null)[] | null;
  readonly translations: readonly { readonly locale: string; readonly benefits: readonly (string | null)[] | null }[];
}

const batch = 500;

// The catalog forgets a facet that nothing renews, and new products come, so that there is a push without a change, too.
const dueText = `
  select clock_timestamp()::text as started from facet_push
  where pushed_at is null or pushed_at <= changed_at or pushed_at < now() - interval '30 minutes'`;
const labelsText = `
  select product_id as "productId", form, benefits, coalesce((
    select json_agg(json_build_object('locale', locale, 'benefits', t.benefits))
    from supplement_translation t where t.product_id = own.product_id), '[]') as translations
  from supplement own where product_id > $1 order by product_id limit $2`;
const pushedText = 'update facet_push set pushed_at = $1::timestamptz';

/** Tells all of it again, which changes nothing where the catalog knows it. What fails is tried by the next run. */
export async function pushFacets(context: JobContext): Promise<void> {
  const { database, signal } = context;
  const [due] = await database.query<{ readonly started: string }>(dueText);
  if (due === undefined) return;
  for (let after = ''; ; ) {
    signal.throwIfAborted();
    const rows = await database.query<LabelRow>(labelsText, [after, batch]);
    await pushBatch(context, rows);
    after = rows.at(-1)?.productId ?? '';
    if (rows.length < batch) break;
  }
  await database.query(pushedText, [due.started]);
}

async function pushBatch(context: JobContext, rows: readonly LabelRow[]): Promise<void> {
  if (rows.length === 0) return;
  const labels = (key: `form.${(typeof forms)[number]}` | 'supplement.form' | 'supplement.benefits') =>
    context.shop.locales.map((locale) => ({ locale, text: context.text(locale)(key) }));
  const variables = {
    form: {
      code: 'form',
      labels: labels('supplement.form'),
      values: forms.map((code) => ({ code, labels: labels(`form.${code}`) })),
    },
    forms: rows.map(({ productId, form }) => ({ productId, values: form === null ? [] : [form] })),
    benefit: { code: 'benefit', labels: labels('supplement.benefits'), values: benefitValues(context, rows) },
    benefits: rows.map(({ productId, benefits }) => ({
      productId,
      values: (benefits ?? []).flatMap((text) => codeOf(text) ?? []),
    })),
  };
  const { errors } = await context.query(
    `mutation ($form: FacetInput!, $forms: [ProductFacetInput!]!, $benefit: FacetInput!, $benefits: [ProductFacetInput!]!) {
      form: indexFacet(facet: $form, products: $forms)
      benefit: indexFacet(facet: $benefit, products: $benefits)
    }`,
    variables,
  );
  if (errors !== undefined) throw new Error('the catalog did not take the facets', { cause: errors });
}

/** A benefit's code is its text in the shop's default locale, as addresses have it. */
function codeOf(text: string | null): string | undefined {
  const code = text
    ?.toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replaceAll(/^-+|-+$/g, '');
  return code === '' ? undefined : code;
}

function benefitValues(
  { shop }: JobContext,
  rows: readonly LabelRow[],
): readonly { readonly code: string; readonly labels: readonly Label[] }[] {
  const values = new Map<string, readonly Label[]>();
  for (const { benefits, translations } of rows)
    for (const [index, text] of (benefits ?? []).entries()) {
      const code = codeOf(text);
      if (code === undefined || text === null) continue;
      const others = translations.flatMap(({ locale, benefits: translated }) => {
        const label = translated?.[index];
        return label == null ? [] : [{ locale, text: label }];
      });
      values.set(code, [{ locale: shop.locales[0] ?? shop.locale, text }, ...others]);
    }
  return [...values].map(([code, labels]) => ({ code, labels }));
}
