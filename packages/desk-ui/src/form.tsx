import { createContext, type ReactNode, useContext, useId } from 'react';
import { useFormKey } from 'stoa';

/** What `useForm` says of a form. */
export interface FormState {
  readonly values: Readonly<Partial<Record<string, string>>>;
  readonly errors: Readonly<Partial<Record<string, string>>>;
  readonly message: string | undefined;
  readonly status?: number | undefined;
}

interface FormProps {
  /** The address of the route. Null where it is away: the form is then left out. */
  readonly action: string | null;
  /** Left out: nothing was sent. Of several forms of one route, it is that of the refused one alone. */
  readonly form?: FormState | undefined;
  readonly submit: ReactNode;
  /** A field that the button sends. */
  readonly submitAs?: { readonly name: string; readonly value: string };
  /** For fields that stand outside of the form. */
  readonly id?: string;
  /** The field that gets the form key, if the route has one. */
  readonly keyField?: string;
  /**
   * Fields that are not seen. A form that comes back has `version` and `seen` as they were sent: the person has not
   * seen what is there now. Only a 409 shows it.
   */
  readonly hidden?: Readonly<Record<string, string | number | null | undefined>>;
  /** The button removes something. */
  readonly danger?: boolean;
  /** One of many forms, whose button does not stand out. */
  readonly quiet?: boolean;
  /** Fields and button stand in one line, and the button does not stand out. */
  readonly inline?: boolean;
  /** The form has files. */
  readonly files?: boolean;
  /** More buttons. */
  readonly actions?: ReactNode;
  readonly children?: ReactNode;
}

const untouched: FormState = { values: {}, errors: {}, message: undefined };
const FormContext = createContext<{ readonly id: string; readonly form: FormState } | undefined>(undefined);

/** A form that is posted to a route. A refused one shows its errors at the fields, with what was typed. */
export function Form({
  action,
  form = untouched,
  submit,
  hidden = {},
  danger = false,
  inline = false,
  ...others
}: FormProps) {
  const prefix = useId();
  const formKey = useFormKey();
  const { id, submitAs, keyField, files = false, quiet = inline, actions, children } = others;
  if (action === null) return null;
  const look = danger ? ' desk-danger' : quiet ? '' : ' desk-main';
  const kept = { ...hidden, ...seenOf(form), ...(keyField !== undefined && { [keyField]: formKey }) };
  return (
    <form
      id={id}
      className={inline ? 'desk-form desk-inline' : 'desk-form'}
      method="post"
      action={action}
      encType={files ? 'multipart/form-data' : undefined}
    >
      {form.message !== undefined && (
        <p className="desk-notice desk-bad" role="alert">
          {form.message}
        </p>
      )}
      {Object.entries(kept).map(
        ([name, value]) =>
          value !== null && value !== undefined && <input key={name} type="hidden" name={name} value={value} />,
      )}
      <FormContext value={{ id: prefix, form }}>{children}</FormContext>
      <div className="desk-actions">
        <button type="submit" className={`desk-button${look}`} {...submitAs}>
          {submit}
        </button>
        {actions}
      </div>
    </form>
  );
}

function seenOf({ values: { version, seen }, status }: FormState) {
  if (status === 409) return undefined;
  return { ...(version !== undefined && { version }), ...(seen !== undefined && { seen }) };
}

interface FieldProps {
  readonly name: string;
  readonly label: ReactNode;
  /** The label is only heard, as in a table whose column says it. */
  readonly isLabelHidden?: boolean;
  /** That of an input, or `textarea`, `select` or `checkbox`. Default: `text`. */
  readonly type?: string;
  /** What is there now. What was typed into a refused form comes first. */
  readonly value?: string | number | boolean | null | undefined;
  readonly hint?: ReactNode;
  /** Of a select: value and label. Of a text: those that are offered, beside any other. */
  readonly options?: readonly (readonly [value: string, label: string])[];
  /** Of a textarea. */
  readonly rows?: number;
  readonly required?: boolean | undefined;
  readonly min?: number | string | undefined;
  readonly max?: number | string | undefined;
  readonly step?: number | string | undefined;
  readonly minLength?: number | undefined;
  readonly maxLength?: number | undefined;
  readonly pattern?: string | undefined;
  readonly autoComplete?: string;
  readonly placeholder?: string;
  /** Of files: the types. */
  readonly accept?: string;
  readonly dir?: 'ltr' | 'rtl' | 'auto';
  readonly lang?: string;
}

/** A labelled field of the form around it, with its hint and its error. */
export function Field({ label, isLabelHidden = false, hint, type = 'text', ...field }: FieldProps) {
  const { id: formId, form } = useContext(FormContext) ?? noForm();
  const { name } = field;
  const id = `${formId}${name}`;
  const error = form.errors[name];
  const [hintId, errorId] = [`${id}-hint`, `${id}-error`];
  const about = [hint !== undefined && hintId, error !== undefined && errorId].filter(Boolean).join(' ');
  const marks = {
    id,
    'aria-invalid': error === undefined ? undefined : (true as const),
    'aria-describedby': about || undefined,
  };
  const control = <Control {...field} {...marks} type={type} form={form} />;
  return (
    <div className={type === 'checkbox' ? 'desk-field desk-check' : 'desk-field'}>
      {type === 'checkbox' && control}
      <label htmlFor={id} className={isLabelHidden ? 'desk-hidden' : undefined}>
        {label}
      </label>
      {type !== 'checkbox' && control}
      {hint !== undefined && (
        <p id={hintId} className="desk-hint">
          {hint}
        </p>
      )}
      {error !== undefined && (
        <p id={errorId} className="desk-error">
          {error}
        </p>
      )}
    </div>
  );
}

interface ControlProps extends Omit<FieldProps, 'label' | 'isLabelHidden' | 'hint'> {
  readonly id: string;
  readonly type: string;
  readonly form: FormState;
  readonly 'aria-invalid': true | undefined;
  readonly 'aria-describedby': string | undefined;
}

function Control({ form, type, value, options = [], rows = 5, ...field }: ControlProps) {
  const { values } = form;
  const typed = values[field.name];
  if (type === 'checkbox') {
    // A box that is not ticked is not sent.
    const isOn = Object.keys(values).length > 0 ? typed !== undefined : value === true;
    return <input {...field} type="checkbox" value="true" defaultChecked={isOn} />;
  }
  const shown = typed ?? (value === null || value === undefined ? undefined : String(value));
  if (type === 'textarea') return <textarea {...field} rows={rows} defaultValue={shown} />;
  if (type !== 'select') {
    const input = { ...field, type, defaultValue: ['password', 'file'].includes(type) ? undefined : shown };
    if (options.length === 0) return <input {...input} />;
    const list = `${field.id}-options`;
    return (
      <>
        <input {...input} list={list} />
        <datalist id={list}>{optionsOf(options)}</datalist>
      </>
    );
  }
  const { id, name, required } = field;
  const marks = { 'aria-invalid': field['aria-invalid'], 'aria-describedby': field['aria-describedby'] };
  return (
    <select {...{ id, name, required }} {...marks} defaultValue={shown ?? ''}>
      {optionsOf(options)}
    </select>
  );
}

function optionsOf(options: NonNullable<FieldProps['options']>): ReactNode {
  return options.map(([each, label]) => (
    <option key={each} value={each}>
      {label}
    </option>
  ));
}

/** A field that is not seen. */
export function HiddenField({ name, value }: { readonly name: string; readonly value: string | number }) {
  return <input type="hidden" name={name} value={value} />;
}

function noForm(): never {
  throw new Error('<Field> stands within <Form>');
}
