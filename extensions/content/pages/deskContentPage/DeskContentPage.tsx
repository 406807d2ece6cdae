import { Field, Form, LinkButton, Notice, Section, Title } from '@stoa/desk-ui';
import { useForm, usePage, useText } from 'stoa';
import type { DeskContentPageProps, Layout, Texts, WritePage } from '../../content.gen.ts';
import { useLocaleName } from '../../src/locale-name.ts';
import { Markdown } from '../../src/markdown.tsx';

export const layout: Layout = { areaId: 'content', sortOrder: 10 };
export const query = /* GraphQL */ `
  query {
    deskContent(slug: getContextValue("slug")) { title url texts { locale title markdown version } }
    action: url(routeId: "writePage", params: { slug: getContextValue("slug") })
    list: url(routeId: "deskContent")
  }
`;

/** A page of the shop: a form for each language. */
export default function DeskContentPage({ deskContent, action, list }: DeskContentPageProps) {
  const form = useForm<WritePage>('writePage');
  const { saved } = usePage().query;
  const text = useText<Texts>();
  const nameOf = useLocaleName();
  if (deskContent === null || action === null) return null;
  const { title, url, texts } = deskContent;
  const back = list === null ? undefined : { href: list, label: text('desk.content') };
  return (
    <>
      <Title
        title={title}
        back={back}
        actions={url !== null && <LinkButton href={url}>{text('desk.show')}</LinkButton>}
      />
      {texts.map(({ locale, version, ...stored }) => {
        const isTyped = form.values.locale === locale;
        const words = { lang: locale, dir: 'auto' } as const;
        return (
          <Section key={locale} title={nameOf(locale)} id={`text-${locale}`}>
            {saved === locale && <Notice>{text('desk.saved')}</Notice>}
            <Form
              action={`${action}#text-${locale}`}
              form={isTyped ? form : undefined}
              submit={text('desk.save')}
              hidden={{ locale, version }}
            >
              {isTyped && version !== '' && (
                <details open>
                  <summary>{text('desk.now')}</summary>
                  <div {...words}>
                    <p>
                      <strong>{stored.title}</strong>
                    </p>
                    <Markdown text={stored.markdown} />
                  </div>
                </details>
              )}
              <Field name="title" label={text('desk.title')} value={stored.title} required maxLength={200} {...words} />
              <Field
                name="markdown"
                label={text('desk.text')}
                hint={text('desk.textHint')}
                type="textarea"
                rows={16}
                value={stored.markdown}
                required
                maxLength={100000}
                {...words}
              />
            </Form>
          </Section>
        );
      })}
    </>
  );
}
