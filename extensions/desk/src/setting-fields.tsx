import { Field } from '@stoa/desk-ui';
import type { ReactNode } from 'react';
import { useShop, useText } from 'stoa';
import type { Texts } from '../desk.gen.ts';
import { ColourName, ColourNames, isColour, useColourNames } from './colour-names.tsx';
import { PictureFields } from './picture-fields.tsx';
import { type Described, objectOf, type Shape } from './setting-shape.ts';
import { isFilled, partsOf, type SentTexts, sentRows, textOf, wordsOf } from './setting-value.ts';

interface SettingFieldsProps {
  readonly of: Described;
  /** The name of the field, or the beginning of the names of those below. */
  readonly path: string;
  readonly label: ReactNode;
  readonly value: unknown;
  /** What a refused form has sent. */
  readonly sent: SentTexts | undefined;
  /** The fields may stay empty, as those of a row that is not there yet. */
  readonly isOptional?: boolean;
}

/** The fields of one value: one, or a group of them with a legend. */
export function SettingFields({ of, path, label, value, sent, isOptional = false }: SettingFieldsProps) {
  const { shape, description } = of;
  const hint =
    description === undefined ? undefined : of.title === undefined ? <span lang="en">{description}</span> : description;
  switch (shape.kind) {
    case 'fields':
      return (
        <Group label={label} hint={hint}>
          <Parts fields={shape.fields} {...{ path, value, sent, isOptional }} />
        </Group>
      );
    case 'rows':
    case 'named':
      return <Rows of={shape.of} isNamed={shape.kind === 'named'} {...{ path, label, hint, value, sent }} />;
    case 'either': {
      // One value is that of each part.
      const parts =
        typeof value === 'object' ? value : Object.fromEntries(partNames(shape.many).map((part) => [part, value]));
      return <SettingFields of={{ ...of, shape: shape.many }} {...{ path, label, value: parts, sent, isOptional }} />;
    }
    case 'picture':
      return <PictureFields {...{ label, hint }} path={textOf(value, shape)} sent={sent} />;
    default:
      return <SingleField {...{ of, path, label, hint, value }} isRequired={of.isRequired && !isOptional} />;
  }
}

function partNames(shape: Shape): readonly string[] {
  return shape.kind === 'fields' ? shape.fields.map(({ name }) => name) : [];
}

interface GroupProps {
  readonly label: ReactNode;
  readonly hint?: ReactNode;
  readonly children: ReactNode;
}

function Group({ label, hint, children }: GroupProps) {
  return (
    <fieldset className="desk-group">
      <legend>{label}</legend>
      {hint !== undefined && <p className="desk-hint">{hint}</p>}
      {children}
    </fieldset>
  );
}

interface RowsProps extends Omit<SettingFieldsProps, 'isOptional'> {
  readonly hint: ReactNode;
  /** Each row has a name of its own. */
  readonly isNamed: boolean;
}

/** The rows that are there, and an empty one. */
function Rows({ of, path, label, hint, value, sent, isNamed }: RowsProps) {
  const text = useText<Texts>();
  const colours = useColourNames();
  const isColours = isNamed && isColour(of.shape);
  const there = partsOf(value);
  const isNew = (at: string, index: number) => (sent === undefined ? index === there.length : !isFilled(sent, at));
  const paths = sent === undefined ? [...there, null].map((_, index) => `${path}/${index}`) : sentRows(sent, path);
  return (
    <Group label={label} hint={hint}>
      {isColours && <ColourNames />}
      {paths.map((at, index) => {
        const [name, part] = there[index] ?? [];
        const isOptional = isNew(at, index);
        const title = isOptional ? text('setting.more') : text('setting.entry', { number: index + 1 });
        const row = { value: part, sent, isOptional };
        const called = isColours && name !== undefined ? <ColourName name={name} /> : name;
        return (
          <Group key={at} label={isNamed ? (called ?? title) : title}>
            {isNamed ? (
              <>
                <Field
                  name={`${at}/name`}
                  label={text('setting.name')}
                  value={name}
                  options={isColours ? colours : []}
                  dir="ltr"
                />
                <SettingFields of={of} path={`${at}/value`} label={text('setting.value')} {...row} />
              </>
            ) : (
              of.shape.kind === 'fields' && <Parts fields={of.shape.fields} path={at} {...row} />
            )}
            {!isOptional && <Field name={`${at}/remove`} type="checkbox" label={text('setting.remove')} />}
          </Group>
        );
      })}
    </Group>
  );
}

interface PartsProps extends Pick<SettingFieldsProps, 'path' | 'value' | 'sent'> {
  readonly fields: readonly Described[];
  readonly isOptional: boolean;
}

/** The fields of an object, within the group around them. */
function Parts({ fields, path, value, sent, isOptional }: PartsProps) {
  const text = useText<Texts>();
  return fields.map((field) => (
    <SettingFields
      key={field.name}
      of={field}
      path={`${path}/${field.name}`}
      label={isScheme(field) ? text(`setting.${field.name}`) : labelOf(field)}
      value={objectOf(value)[field.name]}
      {...{ sent, isOptional }}
    />
  ));
}

/** A colour of the shop has one value for each scheme. */
function isScheme(field: Described): field is Described & { readonly name: 'light' | 'dark' } {
  return field.shape.kind === 'colour' && field.title === undefined && ['light', 'dark'].includes(field.name);
}

interface SingleFieldProps {
  readonly of: Described;
  readonly path: string;
  readonly label: ReactNode;
  readonly hint: ReactNode;
  readonly value: unknown;
  readonly isRequired: boolean;
}

function SingleField({ of, path, label, hint, value, isRequired }: SingleFieldProps) {
  const text = useText<Texts>();
  const { shape, limits } = of;
  const shown = textOf(value, shape);
  const field = { name: path, label, hint, value: shown, required: isRequired };
  switch (shape.kind) {
    case 'number':
      return <Field {...field} type="number" step="any" min={limits.min} max={limits.max} />;
    case 'money':
      return <Field {...field} label={<MoneyLabel of={label} />} dir="ltr" />;
    case 'colour':
      return <Field {...field} type="color" />;
    case 'secret':
      return <Field {...field} type="password" autoComplete="off" required />;
    case 'boolean': {
      const words = { '': 'setting.default', true: 'setting.yes', false: 'setting.no' } as const;
      const options = Object.entries(words).map(([one, word]) => [one, text.plain(word)] as const);
      return <Field {...field} type="select" options={options} />;
    }
    case 'choice': {
      const choices = shape.choices.map((one) => [one, one] as const);
      return <Field {...field} type="select" options={[['', text.plain('setting.default')], ...choices]} />;
    }
    case 'list':
      return <Field {...field} required={false} type={shown.length > 60 ? 'textarea' : 'text'} dir="ltr" />;
    case 'json':
      return <Field {...field} type="textarea" rows={6} dir="ltr" />;
    default: {
      // A field of one line would lose line breaks, such as those of an address.
      const type = shown.includes('\n') || (limits.maxLength ?? 0) > 400 ? 'textarea' : 'text';
      return <Field {...field} type={type} maxLength={limits.maxLength} dir="auto" />;
    }
  }
}

/** An amount is of the shop's currency. */
function MoneyLabel({ of }: { readonly of: ReactNode }) {
  const { currency } = useShop();
  return (
    <>
      {of} <bdi>({currency})</bdi>
    </>
  );
}

/** Without a label of its owner, the words of its name. */
export function labelOf({ title, name }: Pick<Described, 'title' | 'name'>): ReactNode {
  return title ?? <span lang="en">{wordsOf(name)}</span>;
}
