import { useForm, useText } from 'stoa';
import type { ConfirmSecondFactor, Texts } from '../second-factor.gen.ts';
import { CodeForm } from './code-form.tsx';
import { QrCode } from './qr-code.tsx';
import styles from './second-factor.module.css';

interface FactorSetupProps {
  readonly secret: string;
  readonly address: string;
  readonly action: string | null;
}

/** The secret for the app, as a picture and as text, and the form that confirms it. */
export function FactorSetup({ secret, address, action }: FactorSetupProps) {
  const text = useText<Texts>();
  return (
    <>
      <p>{text('setup.scan')}</p>
      <QrCode content={address} label={text.plain('setup.picture')} />
      <p>{text('setup.type')}</p>
      <p>
        <code className={styles.secret} dir="ltr">
          {secret.replace(/(.{4})(?=.)/g, '$1 ')}
        </code>
      </p>
      <p>
        <a href={address}>{text('setup.open')}</a>
      </p>
      <CodeForm
        id="confirm-code"
        action={action}
        form={useForm<ConfirmSecondFactor>('confirmSecondFactor')}
        submit={text('setup.confirm')}
        hint={text('setup.hint')}
      />
    </>
  );
}
