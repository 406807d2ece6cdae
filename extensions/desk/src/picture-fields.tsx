import { Field } from '@stoa/desk-ui';
import type { ReactNode } from 'react';
import { useText } from 'stoa';
import type { Texts } from '../desk.gen.ts';
import type { SentTexts } from './setting-value.ts';

interface PictureFieldsProps {
  readonly label: ReactNode;
  readonly hint: ReactNode;
  /** The path of the shop that is there now. Empty for none. */
  readonly path: string;
  /** What a refused form has sent. */
  readonly sent: SentTexts | undefined;
}

/** The picture of a setting, and a file in place of it. The file is last, so that a refused form keeps the others. */
export function PictureFields({ label, hint, path, sent }: PictureFieldsProps) {
  const text = useText<Texts>();
  return (
    <fieldset className="desk-group">
      <legend>{label}</legend>
      {hint !== undefined && <p className="desk-hint">{hint}</p>}
      {path !== '' && <img className="desk-picture" src={path} alt={text.plain('setting.picture')} />}
      {path !== '' && <Field name="remove" type="checkbox" label={text('setting.removePicture')} />}
      <details open={sent !== undefined && sent.value !== path}>
        <summary>{text('setting.path')}</summary>
        <Field name="value" label={text('setting.pathOf')} value={path} maxLength={300} dir="ltr" />
      </details>
      <Field
        name="picture"
        type="file"
        label={text('setting.file')}
        hint={text('setting.fileHint')}
        accept="image/png,image/jpeg,image/gif,image/webp,image/avif"
      />
    </fieldset>
  );
}
