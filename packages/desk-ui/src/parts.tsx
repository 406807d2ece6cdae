import type { ReactNode } from 'react';
import { Head, usePage, useShop } from 'stoa';

type Tone = 'neutral' | 'good' | 'warn' | 'bad';

interface TitleProps {
  readonly title: string;
  /** The list that the page is an entry of. Without an address there is no link. */
  readonly back?: Back | undefined;
  readonly actions?: ReactNode;
}

export interface Back {
  readonly href: string | null;
  readonly label: ReactNode;
}

/** The heading and the title of a page. */
export function Title({ title, back, actions }: TitleProps) {
  const { name } = useShop();
  return (
    <div className="desk-title">
      <Head title={`${title} – ${name}`} noindex />
      {back?.href != null && (
        <a className="desk-back" href={back.href}>
          {back.label}
        </a>
      )}
      <h1>{title}</h1>
      {actions !== undefined && <div className="desk-actions">{actions}</div>}
    </div>
  );
}

interface SectionProps {
  readonly title: ReactNode;
  /** An anchor, to which a form can return. */
  readonly id?: string;
  readonly actions?: ReactNode;
  readonly children?: ReactNode;
}

/** A part of a page with a heading. */
export function Section({ title, id, actions, children }: SectionProps) {
  return (
    <section className="desk-section" id={id}>
      <div className="desk-section-head">
        <h2>{title}</h2>
        {actions !== undefined && <div className="desk-actions">{actions}</div>}
      </div>
      {children}
    </section>
  );
}

interface NoticeProps {
  readonly id?: string;
  readonly tone?: Tone;
  readonly children: ReactNode;
}

/** A message about the whole page or section. One that is bad is said at once. */
export function Notice({ id, tone = 'good', children }: NoticeProps) {
  return (
    <p id={id} className={`desk-notice desk-${tone}`} role={tone === 'bad' ? 'alert' : 'status'}>
      {children}
    </p>
  );
}

/** The notice that the address asks for with `?saved=name#saved`. The page's `query` has `saved`. */
export function Saved({ of }: { readonly of: Readonly<Record<string, ReactNode>> }) {
  const { saved = '' } = usePage().query;
  return Object.hasOwn(of, saved) ? <Notice id="saved">{of[saved]}</Notice> : null;
}

/** What there is to know, as labels and values. */
export function Facts({ items }: { readonly items: readonly (readonly [label: string, value: ReactNode])[] }) {
  return (
    <dl className="desk-facts">
      {items.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** A short state, such as of an order. */
export function Badge({ tone = 'neutral', children }: { readonly tone?: Tone; readonly children: ReactNode }) {
  return <span className={`desk-badge desk-${tone}`}>{children}</span>;
}

/** A link that looks like a button. */
export function LinkButton({ href, children }: { readonly href: string; readonly children: ReactNode }) {
  return (
    <a className="desk-button" href={href}>
      {children}
    </a>
  );
}
