import type { JobOf } from '../supplement.gen.ts';
import { forms } from './forms.ts';

type JobContext = Parameters<JobOf<'pushFacets'>>[1];

interface LabelRow {
  readonly productId: string;
  readonly form: string | null;
  readonly benefits: readonly (string | null)[] | null;
}

interface Word {
  /** A benefit as a label has it. */
  readonly text: string | null;
  /** Null for one without a translation. */
  readonly locale: string | null;
  readonly word: string | null;
}

/** What each benefit is called, by its code and then by locale. */
type Names = ReadonlyMap<string, ReadonlyMap<string, string>>;

const batch = 500;

// The catalog forgets a facet that nothing renews, and new products come, so that all labels are told again, too.
const dueText = `
  select pushed_to as "pushedTo" from facet_push
  where pushed_at is null or pushed_at < now() - interval '30 minutes'`;
const labelsText = `
  select product_id as "productId", form, benefits from supplement where product_id > $1 order by product_id limit $2`;
const progressText = 'update facet_push set pushed_to = $1';
const doneText = 'update facet_push set pushed_to = null, pushed_at = now()';
// A product without a label has no values any more.
const changedText = `
  select gone_label_id::text as id, product_id as "productId", form, benefits
  from gone_label left join supplement using (product_id) order by gone_label_id limit $1`;
const forgetText = 'delete from gone_label where gone_label_id = any($1::bigint[])';
// Of several translations of a benefit, the last one counts. A label without one takes none away.
const wordsText = `
  select distinct on (b.text, t.locale) b.text, t.locale, t.benefits[b.place::integer] as word
  from supplement own cross join unnest(own.benefits) with ordinality b(text, place)
  left join supplement_translation t on t.product_id = own.product_id and t.benefits[b.place::integer] <> ''
  order by b.text, t.locale, own.product_id desc`;

/** Tells what has changed, and all of it now and then. What fails is tried by the next run, from there on. */
export async function pushFacets(context: JobContext): Promise<void> {
  let names: Promise<Names> | undefined;
  const push = async (rows: readonly LabelRow[]) => {
    if (rows.length === 0) return;
    names ??= readNames(context);
    await pushBatch(context, rows, await names);
  };
  await pushChanged(context, push);
  await pushAll(context, push);
}

type Push = (rows: readonly LabelRow[]) => Promise<void>;

async function pushChanged({ database, signal }: JobContext, push: Push): Promise<void> {
  for (let isMore = true; isMore; ) {
    signal.throwIfAborted();
    const rows = await database.query<LabelRow & { readonly id: string }>(changedText, [batch]);
    if (rows.length === 0) return;
    // Each change of a label has a row.
    await push([...new Map(rows.map((row) => [row.productId, row])).values()]);
    await database.query(forgetText, [rows.map(({ id }) => id)]);
    isMore = rows.length === batch;
  }
}

async function pushAll({ database, signal }: JobContext, push: Push): Promise<void> {
  const [due] = await database.query<{ readonly pushedTo: string | null }>(dueText);
  if (due === undefined) return;
  for (let after: string | undefined = due.pushedTo ?? ''; after !== undefined; ) {
    signal.throwIfAborted();
    const rows: readonly LabelRow[] = await database.query<LabelRow>(labelsText, [after, batch]);
    await push(rows);
    after = rows.length < batch ? undefined : rows.at(-1)?.productId;
    await (after === undefined ? database.query(doneText) : database.query(progressText, [after]));
  }
}

async function pushBatch(context: JobContext, rows: readonly LabelRow[], names: Names): Promise<void> {
  const labels = (key: `form.${(typeof forms)[number]}` | 'supplement.form' | 'supplement.benefits') =>
    context.shop.locales.map((locale) => ({ locale, text: context.text(locale)(key) }));
  const variables = {
    form: {
      code: 'form',
      labels: labels('supplement.form'),
      values: forms.map((code) => ({ code, labels: labels(`form.${code}`) })),
    },
    forms: rows.map(({ productId, form }) => ({ productId, values: form === null ? [] : [form] })),
    benefit: { code: 'benefit', labels: labels('supplement.benefits'), values: benefitValues(rows, names) },
    benefits: rows.map((row) => ({ productId: row.productId, values: codesOf(row) })),
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

function codesOf({ benefits }: LabelRow): readonly string[] {
  return (benefits ?? []).flatMap((text) => codeOf(text) ?? []);
}

/** A benefit's code is its text in the shop's default locale, as addresses have it. */
function codeOf(text: string | null): string | undefined {
  const code = text
    ?.toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replaceAll(/^-+|-+$/g, '');
  return code === '' ? undefined : code;
}

function benefitValues(rows: readonly LabelRow[], names: Names) {
  const codes = new Set(rows.flatMap(codesOf));
  return [...codes].flatMap((code) => {
    const name = names.get(code);
    return name === undefined ? [] : [{ code, labels: [...name].map(([locale, text]) => ({ locale, text })) }];
  });
}

/** Of all labels, since not each one has a word in every locale. */
async function readNames({ database, shop }: JobContext): Promise<Names> {
  const names = new Map<string, Map<string, string>>();
  for (const { text, locale, word } of await database.query<Word>(wordsText)) {
    const code = codeOf(text);
    if (code === undefined || text === null) continue;
    const name = (names.get(code) ?? new Map<string, string>()).set(shop.locales[0] ?? shop.locale, text);
    names.set(code, locale === null || word === null ? name : name.set(locale, word));
  }
  return names;
}
