import { useForm, usePage, useText } from 'stoa';
import type { Layout, PassSignInStep, SignInStepProps, Texts } from '../../customers.gen.ts';
import { AccountPage, FormPage } from '../../src/form-page.tsx';
import { TextField } from '../../src/text-field.tsx';
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
      <AccountPage title={text.plain('signIn.title')}>
        <p>{text('signIn.again', { link: (words) => <a href={withNext(signIn ?? '/', next)}>{words}</a> })}</p>
      </AccountPage>
    );
  return (
    <FormPage title={signInStep.title} action={action} form={form} hidden={{ next }} submit={text('signIn.title')}>
      <TextField
        name="code"
        label={signInStep.label}
        hint={signInStep.hint}
        error={form.errors.code}
        dir="ltr"
        maxLength={100}
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
      />
    </FormPage>
  );
}
