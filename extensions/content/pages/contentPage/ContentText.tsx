import { Head, useShop } from 'stoa';
import type { ContentTextProps, Layout } from '../../content.gen.ts';
import { Markdown } from '../../src/markdown.tsx';

export const layout: Layout = { areaId: 'content', sortOrder: 10 };
export const query = /* GraphQL */ `
  query { contentPage(slug: getContextValue("slug")) { locale title markdown url } }
`;

export default function ContentText({ contentPage }: ContentTextProps) {
  const shop = useShop();
  if (contentPage === null) return null;
  const { locale, title, markdown, url } = contentPage;
  return (
    <>
      <Head title={`${title} – ${shop.name}`} canonical={url ?? undefined} />
      <article lang={locale} dir="auto">
        <h1>{title}</h1>
        <Markdown text={markdown} />
      </article>
    </>
  );
}
