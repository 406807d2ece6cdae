import { Badge, Table, Title } from '@stoa/desk-ui';
import { useText } from 'stoa';
import type { DeskContentsProps, Layout, Texts } from '../../content.gen.ts';
import { useLocaleName } from '../../src/locale-name.ts';
import { usePageName } from '../../src/page-name.ts';

export const layout: Layout = { areaId: 'content', sortOrder: 10 };
export const query = /* GraphQL */ `
  query { deskContents { slug title deskUrl texts { locale version } } }
`;

/** The pages that a shop must have in its own words, and the languages in which they are written. */
export default function DeskContents({ deskContents }: DeskContentsProps) {
  const text = useText<Texts>();
  const nameOf = useLocaleName();
  const pageName = usePageName();
  const title = text.plain('desk.content');
  return (
    <>
      <Title title={title} />
      <Table
        caption={title}
        columns={[
          { key: 'title', label: text.plain('desk.page') },
          { key: 'texts', label: text.plain('desk.languages') },
        ]}
        rows={deskContents.map(({ slug, title, deskUrl, texts }) => ({
          key: slug,
          href: deskUrl,
          cells: {
            title: <bdi>{pageName({ slug, title })}</bdi>,
            texts: (
              <div className="desk-actions">
                {texts.map(({ locale, version }) => (
                  <Badge key={locale} tone={version === '' ? 'warn' : 'good'}>
                    {version === '' ? text('desk.missing', { language: nameOf(locale) }) : nameOf(locale)}
                  </Badge>
                ))}
              </div>
            ),
          },
        }))}
        empty={text('rules.slug')}
      />
    </>
  );
}
