export interface OrderMailText {
  readonly title: string;
  readonly paragraphs: readonly string[];
}

/** The shop's texts, below the order. */
export function MailTexts({ texts }: { readonly texts: readonly OrderMailText[] }) {
  return texts.map(({ title, paragraphs }) => (
    <section key={title}>
      <h2>{title}</h2>
      {paragraphs.map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
    </section>
  ));
}
