/** Where a mail goes, and what its component gets. */
export type MailOptions<Props = object | undefined> = {
  /** One address: `ann@example.com`. */
  readonly to: string;
  /** Of its texts. Default: the locale of the answer. */
  readonly locale?: string;
} & (undefined extends Props ? { readonly props?: Props } : { readonly props: Props });

/** What a mail's component gets: undefined without props. */
export type MailProps<Component> = Component extends () => unknown
  ? undefined
  : Component extends (props: infer Props) => unknown
    ? Props
    : never;

/** The mails that a shop's types know, by name. */
export type MailsOf<Shop> = Shop extends { readonly mails: infer Mails }
  ? Mails
  : Readonly<Record<string, object | undefined>>;
