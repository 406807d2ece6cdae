import { Field, Form, Notice, Section } from '@stoa/desk-ui';
import { Picture, useForm, usePage, useText } from 'stoa';
import type { ChangePicture, Layout, PictureSectionProps, RemovePicture, Texts } from '../../product-pictures.gen.ts';
import { NewPicture } from '../../src/new-picture.tsx';
import styles from './PictureSection.module.css';

export const layout: Layout = { areaId: 'deskSections', sortOrder: 50 };
export const permissions = ['catalog:write'];
export const query = /* GraphQL */ `
  query {
    product(id: getContextValue("productId")) { pictures { id alt width height sources { url width } } }
    add: url(routeId: "addPicture", params: { productId: getContextValue("productId") })
    change: url(routeId: "changePicture", params: { productId: getContextValue("productId") })
    remove: url(routeId: "removePicture", params: { productId: getContextValue("productId") })
  }
`;

/** The pictures of a product, and a form for one more. */
export default function PictureSection({ product, add, change, remove }: PictureSectionProps) {
  const changing = useForm<ChangePicture>('changePicture');
  const removing = useForm<RemovePicture>('removePicture');
  const { saved } = usePage().query;
  const text = useText<Texts>();
  if (product === null || change === null || remove === null) return null;
  const pictures = product.pictures ?? [];
  return (
    <Section title={text('pictures.title')} id="pictures">
      {saved === 'pictures' && <Notice id="saved">{text('pictures.saved')}</Notice>}
      {pictures.length === 0 && <p>{text('pictures.none')}</p>}
      {pictures.map((picture, index) => (
        <div key={picture.id} className={styles.picture}>
          <Picture picture={picture} alt={picture.alt} sizes="8rem" />
          <Form
            action={`${change}#pictures`}
            form={changing.values.picture === picture.id ? changing : undefined}
            submit={text('pictures.save')}
            hidden={{ picture: picture.id }}
            inline
          >
            <Field name="alt" label={text('pictures.alt')} value={picture.alt} maxLength={500} dir="auto" />
            <Field name="place" label={text('pictures.place')} type="number" value={index + 1} min={1} required />
          </Form>
          <Form
            action={`${remove}#pictures`}
            form={removing.values.picture === picture.id ? removing : undefined}
            submit={text('pictures.remove', { place: index + 1 })}
            hidden={{ picture: picture.id }}
            danger
            inline
          />
        </div>
      ))}
      <h3>{text('pictures.new')}</h3>
      <NewPicture action={add} />
    </Section>
  );
}
