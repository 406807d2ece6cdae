import { Field, Form, LocaleForm, Saved, Section, Title } from '@stoa/desk-ui';
import { useForm, useText } from 'stoa';
import type {
  ChangeCategory,
  DeskCategoryProps,
  Layout,
  RemoveCategory,
  SetCategoryPicture,
  Texts,
  TranslateCategory,
} from '../../catalog.gen.ts';
import { CategoryFields } from '../../src/desk/category-fields.tsx';
import { CategoryPictureFields } from '../../src/desk/category-picture-fields.tsx';

export const layout: Layout = { areaId: 'content', sortOrder: 10 };
export const query = /* GraphQL */ `
  query {
    deskCategory(id: getContextValue("categoryId")) {
      name parent place image imageAlt picture { width height sources { url width } } version translations { locale name }
    }
    deskCategories { categoryId name depth }
    change: url(routeId: "changeCategory", params: { categoryId: getContextValue("categoryId") })
    setPicture: url(routeId: "setCategoryPicture", params: { categoryId: getContextValue("categoryId") })
    translate: url(routeId: "translateCategory", params: { categoryId: getContextValue("categoryId") })
    remove: url(routeId: "removeCategory", params: { categoryId: getContextValue("categoryId") })
    list: url(routeId: "deskCategories")
  }
`;

/** A category: its names, its place in the tree, its picture, and its end. */
export default function DeskCategory({ deskCategory, ...page }: DeskCategoryProps) {
  const changing = useForm<ChangeCategory>('changeCategory');
  const setting = useForm<SetCategoryPicture>('setCategoryPicture');
  const translating = useForm<TranslateCategory>('translateCategory');
  const removing = useForm<RemoveCategory>('removeCategory');
  const text = useText<Texts>();
  if (deskCategory === null) return null;
  const { version, translations, image, imageAlt, picture, ...fields } = deskCategory;
  return (
    <>
      <Title title={fields.name} back={{ href: page.list, label: text('desk.categories') }} />
      <Saved of={{ category: text('desk.saved') }} />
      <Section title={text('desk.facts')}>
        <Form action={page.change} form={changing} submit={text('desk.save')} hidden={{ version }}>
          <CategoryFields {...fields} categories={page.deskCategories} />
        </Form>
      </Section>
      <Section title={text('desk.picture')} id="picture">
        <Form
          action={page.setPicture === null ? null : `${page.setPicture}#picture`}
          form={setting}
          submit={text('desk.save')}
          hidden={{ version }}
          files
        >
          <CategoryPictureFields {...{ image, imageAlt, picture }} sent={setting.values.image} />
        </Form>
      </Section>
      {translations.map(({ locale, name }) => (
        <LocaleForm
          key={locale}
          name="text"
          title={(language) => text('desk.inLocale', { locale: language })}
          action={page.translate}
          form={translating}
          submit={text('desk.save')}
          {...{ locale, version }}
        >
          <Field name="name" label={text('desk.name')} value={name} maxLength={200} lang={locale} dir="auto" />
        </LocaleForm>
      ))}
      <Form action={page.remove} form={removing} submit={text('desk.removeOf', { name: fields.name })} danger />
    </>
  );
}
