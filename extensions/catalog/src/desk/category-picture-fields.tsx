import { Field } from '@stoa/desk-ui';
import { type PictureContent, useText } from 'stoa';
import type { Texts } from '../../catalog.gen.ts';
import { CategoryImage } from '../category-image.tsx';

interface CategoryPictureFieldsProps {
  readonly image: string | null;
  readonly imageAlt: string;
  readonly picture: PictureContent | null;
  /** What a refused form has sent as the path. */
  readonly sent: string | undefined;
}

/** The picture of a category, and a file in place of it. The file is last, so that a refused form keeps the others. */
export function CategoryPictureFields({ image, imageAlt, picture, sent }: CategoryPictureFieldsProps) {
  const text = useText<Texts>();
  const path = image ?? '';
  const alt = imageAlt === '' ? text.plain('desk.pictureNow') : imageAlt;
  return (
    <>
      <CategoryImage className="desk-picture" {...{ image, picture, alt }} sizes="20rem" />
      {image !== null && <Field name="remove" type="checkbox" label={text('desk.removePicture')} />}
      <Field
        name="alt"
        label={text('desk.alt')}
        hint={text('desk.altHint')}
        value={imageAlt}
        maxLength={500}
        dir="auto"
      />
      <details open={sent !== undefined && sent !== path}>
        <summary>{text('desk.orPath')}</summary>
        <Field name="image" label={text('desk.image')} value={path} hint={text('desk.imageHint')} dir="ltr" />
      </details>
      <Field
        name="picture"
        type="file"
        label={text('desk.pictureFile')}
        hint={text('desk.pictureHint')}
        accept="image/png,image/jpeg,image/gif,image/webp,image/avif"
      />
    </>
  );
}
