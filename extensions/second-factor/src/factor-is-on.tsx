import { useForm, useText } from 'stoa';
import type { RemoveSecondFactor, RenewRecoveryCodes, Texts } from '../second-factor.gen.ts';
import { CodeForm } from './code-form.tsx';
import styles from './second-factor.module.css';

interface FactorIsOnProps {
  readonly codesLeft: number;
  /** Those that were just made. */
  readonly codes: readonly string[] | null;
  readonly renew: string | null;
  readonly remove: string | null;
}

export function FactorIsOn({ codesLeft, codes, renew, remove }: FactorIsOnProps) {
  const text = useText<Texts>();
  return (
    <>
      <p role="status">{text('factor.isOnNow')}</p>
      <h2>{text('codes.title')}</h2>
      {codes === null ? (
        <p>{text('codes.left', { count: codesLeft })}</p>
      ) : (
        <>
          <p>{text('codes.about')}</p>
          <ul className={styles.codes} dir="ltr">
            {codes.map((code) => (
              <li key={code}>
                <code>{code}</code>
              </li>
            ))}
          </ul>
        </>
      )}
      <CodeForm
        id="renew-code"
        action={renew}
        form={useForm<RenewRecoveryCodes>('renewRecoveryCodes')}
        submit={text('codes.renew')}
        hint={text('codes.renewHint')}
      />
      <h2>{text('factor.off')}</h2>
      <CodeForm
        id="remove-code"
        action={remove}
        form={useForm<RemoveSecondFactor>('removeSecondFactor')}
        submit={text('factor.off')}
        hint={text('factor.offHint')}
      />
    </>
  );
}
