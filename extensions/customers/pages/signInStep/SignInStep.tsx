import { Head, useForm, usePage, useText } from 'stoa';
import type { Layout, PassSignInStep, SignInStepProps, Texts } from '../../customers.gen.ts';
import styles from '../../src/account-form.module.css';
import { FieldError, fieldMarks } from '../../src/field-error.tsx';
import { FormPage } from '../../src/form-page.tsx';
import { withNext } from '../../src/with-next.ts';

export const layout: Layout = { areaId: 'content', sortOrder: 10 };
export const query = /* GraphQL */ `
  query {
    signInStep(key: getContextValue("key")) { title label hint }
    action: url(routeId: "passSignInStep", params: { key: getContextValue("key") })
    signIn: url(routeId: "signIn")
  }
`;

/** Asks for the code of another extension's step. A sign-in that took too long begins again. */
export default function SignInStep({ signInStep, action, signIn }: SignInStepProps) {
  const { query: parameters } = usePage();
  const text = useText<Texts>();
  const form = useForm<PassSignInStep>('passSignInStep');
  const next = form.values.next ?? parameters.next;
  if (signInStep === null || action === null)
    return (
      <div className={styles.page}>
        <Head title={text.plain('signIn.title')} noindex />
        <h1>{text('signIn.title')}</h1>
        <p>{text('signIn.again', { link: (words) => <a href={withNext(signIn ?? '/', next)}>{words}</a> })}</p>
      </div>
    );
  const error = form.errors.code;
  return (
    <FormPage title={signInStep.title} action={action} form={form} hidden={{ next }} submit={text('signIn.title')}>
      <div className={styles.field}>
        <label htmlFor="code">{signInStep.label}</label>
        <input
          id="code"
          name="code"
          required
          dir="ltr"
          maxLength={100}
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          {...fieldMarks('code', error, 'code-hint')}
        />
        <p id="code-hint" className={styles.hint}>
          {signInStep.hint}
        </p>
        <FieldError name="code" error={error} />
      </div>
    </FormPage>
  );
}
