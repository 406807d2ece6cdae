import { Field, LocaleForm, Notice } from '@stoa/desk-ui';
import { useForm, usePage, useShop, useText } from 'stoa';
import { forms } from '../../src/forms.ts';
import type { LabelSectionProps, Layout, SetLabel, Texts } from '../../supplement.gen.ts';

export const layout: Layout = { areaId: 'deskSections', sortOrder: 70 };
export const permissions = ['catalog:write'];
export const query = /* GraphQL */ `
  query {
    product(id: getContextValue("productId")) {
      labels { locale ingredients benefits presentation dosage warnings storage form version }
    }
    action: url(routeId: "setLabel", params: { productId: getContextValue("productId") })
  }
`;

/** What the label of a supplement says, in each language. */
export default function LabelSection({ product, action }: LabelSectionProps) {
  const form = useForm<SetLabel>('setLabel');
  const { saved } = usePage().query;
  const { locales: all } = useShop();
  const text = useText<Texts>();
  const title = (language: string) => text('desk.label', { language });
  const options = [['', '–'] as const, ...forms.map((each) => [each, text.plain(`form.${each}`)] as const)];
  return product?.labels?.map(({ locale, version, ...label }) => {
    const words = { type: 'textarea', rows: 2, lang: locale, dir: 'auto', maxLength: 5000 } as const;
    const shared = { action, form, title, locale, version };
    return (
      <LocaleForm key={locale} name="label" submit={text('desk.save')} {...shared}>
        {saved === 'label' && locale === all[0] && <Notice>{text('desk.saved')}</Notice>}
        {locale === all[0] && (
          <Field name="form" label={text('supplement.form')} type="select" value={label.form} options={options} />
        )}
        <Field
          name="benefits"
          label={text('supplement.benefits')}
          value={label.benefits}
          hint={text('desk.lines')}
          {...words}
        />
        <Field name="dosage" label={text('supplement.dosage')} value={label.dosage} {...words} />
        <Field name="ingredients" label={text('supplement.ingredients')} value={label.ingredients} {...words} />
        <Field name="presentation" label={text('supplement.presentation')} value={label.presentation} {...words} />
        <Field name="storage" label={text('supplement.storage')} value={label.storage} {...words} />
        <Field name="warnings" label={text('supplement.warnings')} value={label.warnings} {...words} />
      </LocaleForm>
    );
  });
}
