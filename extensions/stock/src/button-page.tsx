import { Head, useShop } from 'stoa';

interface ButtonPageProps {
  readonly title: string;
  readonly lead: string;
  readonly action: string;
  readonly message: string | undefined;
}

/** A page that the link of a mail leads to. It has a button, since programs that check mails follow links. */
export function ButtonPage({ title, lead, action, message }: ButtonPageProps) {
  const { name } = useShop();
  return (
    <>
      <Head title={`${title} · ${name}`} noindex />
      <h1>{title}</h1>
      {message === undefined ? <p>{lead}</p> : <p role="alert">{message}</p>}
      <form method="post" action={action}>
        <button type="submit">{title}</button>
      </form>
    </>
  );
}
