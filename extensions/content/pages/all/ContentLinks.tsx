import type { ContentLinksProps, Layout } from '../../content.gen.ts';

export const layout: Layout = { areaId: 'footerLinks', sortOrder: 10 };
export const query = /* GraphQL */ `
  query { contentPages { slug locale title url } }
`;

/** Links to the pages that are there, on every page. */
export default function ContentLinks({ contentPages }: ContentLinksProps) {
  return contentPages.map(({ slug, locale, title, url }) =>
    url === null ? null : (
      <a key={slug} href={url} lang={locale}>
        {title}
      </a>
    ),
  );
}
