import { Field, Form } from '@stoa/desk-ui';
import { useForm, useText } from 'stoa';
import type { AddPicture, Texts } from '../product-pictures.gen.ts';

/** The form for one more picture. A refused one is shown in the section of the pictures. */
export function NewPicture({ action }: { readonly action: string | null }) {
  const form = useForm<AddPicture>('addPicture');
  const text = useText<Texts>();
  return (
    <Form action={action === null ? null : `${action}#pictures`} form={form} submit={text('pictures.add')} files>
      <Field name="alt" label={text('pictures.alt')} hint={text('pictures.altHint')} maxLength={500} dir="auto" />
      <Field
        name="picture"
        label={text('pictures.file')}
        hint={text('pictures.fileHint')}
        type="file"
        accept="image/png,image/jpeg,image/gif,image/webp,image/avif"
        required
      />
    </Form>
  );
}
