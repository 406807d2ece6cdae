import { Head, useForm, usePage } from 'stoa';
import type { Layout, SignInProps } from '../../console.gen.ts';
import styles from './SignIn.module.css';

export const layout: Layout = { areaId: 'content', sortOrder: 10 };
export const query = /* GraphQL */ `
  query {
    action: url(routeId: "openSession")
  }
`;

export default function SignIn({ action }: SignInProps) {
  const { query: parameters } = usePage();
  const { values, errors, message } = useForm('openSession');
  const next = values.next ?? parameters.next;
  const problem = errors.secret ?? message;
  return (
    <div className={styles.page}>
      <Head title="Sign in · Stoa console" />
      <h1>Sign in</h1>
      <p className="muted" id="token-hint">
        With the token in <code className="path">.stoa/console-token</code> beside gateway.yaml. You stay signed in for
        12 hours.
      </p>
      <form className={styles.form} method="post" action={action ?? ''}>
        {problem !== undefined && (
          <p className="notice bad" role="alert">
            {problem}
          </p>
        )}
        <label htmlFor="secret">Token</label>
        <input
          id="secret"
          name="secret"
          type="password"
          autoComplete="current-password"
          required
          maxLength={200}
          aria-describedby="token-hint"
          aria-invalid={problem === undefined ? undefined : true}
        />
        {next !== undefined && <input type="hidden" name="next" value={next} />}
        <button type="submit">Sign in</button>
      </form>
    </div>
  );
}
