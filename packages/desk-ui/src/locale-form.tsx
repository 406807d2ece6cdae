import type { ComponentProps, ReactNode } from 'react';
import { useLocales } from 'stoa';
import { Form } from './form.tsx';
import { Section } from './parts.tsx';

interface LocaleFormProps extends Pick<ComponentProps<typeof Form>, 'action' | 'form' | 'submit' | 'children'> {
  readonly locale: string;
  readonly version: string;
  /** Begins the name of the section: with `text`, a refused form returns to `text-de`. */
  readonly name: string;
  readonly title: (language: string) => ReactNode;
}

/** A section with the form of the texts in one language. Several of a page share a route, with the field `locale`. */
export function LocaleForm({ locale, version, name, title, action, form, ...others }: LocaleFormProps) {
  const languageOf = useLanguageName();
  if (action === null) return null;
  const id = `${name}-${locale}`;
  const refused = form?.values.locale === locale ? form : undefined;
  return (
    <Section title={title(languageOf(locale))} id={id}>
      <Form action={`${action}#${id}`} form={refused} hidden={{ locale, version }} {...others} />
    </Section>
  );
}

/** What a locale of the shop is called in its own language. */
export function useLanguageName(): (locale: string) => string {
  const locales = useLocales();
  return (locale) => locales.find((each) => each.locale === locale)?.name ?? locale;
}
