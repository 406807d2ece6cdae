import { Field, Form, LinkButton, Notice, Section, Title } from '@stoa/desk-ui';
import { useForm, usePage, useText } from 'stoa';
import type { DeskContentPageProps, Layout, Texts, WritePage } from '../../content.gen.ts';
import { useLocaleName } from '../../src/locale-name.ts';
import { Markdown } from '../../src/markdown.tsx';
import { usePageName } from '../../src/page-name.ts';

export const layout: Layout = { areaId: 'content', sortOrder: 10 };
export const query = /* GraphQL */ `
  query {
    deskContent(slug: getContextValue("slug")) { slug title url texts { locale title markdown version } }
    action: url(routeId: "writePage", params: { slug: getContextValue("slug") })
    list: url(routeId: "deskContent")
  }
`;

/** A page of the shop: a form for each language. */
export default function DeskContentPage({ deskContent, action, list }: DeskContentPageProps) {
  const text = useText<Texts>();
  const pageName = usePageName();
  if (deskContent === null || action === null) return null;
  const { url, texts } = deskContent;
  const back = list === null ? undefined : { href: list, label: text('desk.content') };
  return (
    <>
      <Title
        title={pageName(deskContent)}
        back={back}
        actions={url !== null && <LinkButton href={url}>{text('desk.show')}</LinkButton>}
      />
      {texts.map((stored) => (
        <TextForm key={stored.locale} stored={stored} action={`${action}#text-${stored.locale}`} />
      ))}
    </>
  );
}

interface TextFormProps {
  readonly stored: NonNullable<DeskContentPageProps['deskContent']>['texts'][number];
  readonly action: string;
}

/** The form of one language. A refused one also shows what is there now. */
function TextForm({ stored: { locale, title, markdown, version }, action }: TextFormProps) {
  const form = useForm<WritePage>('writePage');
  const { saved } = usePage().query;
  const text = useText<Texts>();
  const nameOf = useLocaleName();
  const refused = form.values.locale === locale ? form : undefined;
  const words = { lang: locale, dir: 'auto' } as const;
  return (
    <Section title={nameOf(locale)} id={`text-${locale}`}>
      {saved === locale && <Notice>{text('desk.saved')}</Notice>}
      <Form action={action} form={refused} submit={text('desk.save')} hidden={{ locale, version }}>
        {refused?.status === 409 && version !== '' && (
          <details open>
            <summary>{text('desk.now')}</summary>
            <div {...words}>
              <p>
                <strong>{title}</strong>
              </p>
              <Markdown text={markdown} />
            </div>
          </details>
        )}
        <Field name="title" label={text('desk.title')} value={title} required maxLength={200} {...words} />
        <Field
          name="markdown"
          label={text('desk.text')}
          hint={text('desk.textHint')}
          type="textarea"
          rows={16}
          value={markdown}
          required
          maxLength={100000}
          {...words}
        />
      </Form>
    </Section>
  );
}
