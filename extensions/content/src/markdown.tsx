import type { Token } from 'marked';
import { createElement, Fragment, type ReactNode } from 'react';
import { textOf, tokensOf } from './plain-paragraphs.ts';
import { safeAddress } from './safe-address.ts';

/** Markdown as elements. HTML in it is shown as text, and a picture as its words. */
export function Markdown({ text }: { readonly text: string }) {
  return shownAll(tokensOf(text));
}

function shownAll(tokens: readonly Token[] | undefined): ReactNode {
  return createElement(Fragment, null, ...(tokens ?? []).map(shown));
}

function shown(token: Token): ReactNode {
  const within = 'tokens' in token && token.tokens ? shownAll(token.tokens) : textOf(token);
  switch (token.type) {
    case 'space':
    case 'def':
      return null;
    case 'heading':
      // The page has the only h1.
      return token.depth <= 2 ? <h2>{within}</h2> : <h3>{within}</h3>;
    case 'paragraph':
      return <p>{within}</p>;
    case 'html':
      return token.block ? <p>{token.raw}</p> : token.raw;
    case 'blockquote':
      return <blockquote>{within}</blockquote>;
    case 'list':
      return token.ordered ? (
        <ol start={token.start === 1 ? undefined : token.start}>{shownAll(token.items)}</ol>
      ) : (
        <ul>{shownAll(token.items)}</ul>
      );
    case 'list_item':
      return <li>{within}</li>;
    case 'code':
      return (
        <pre>
          <code>{token.text}</code>
        </pre>
      );
    case 'codespan':
      return <code>{token.text}</code>;
    case 'strong':
      return <strong>{within}</strong>;
    case 'em':
      return <em>{within}</em>;
    case 'br':
      return <br />;
    case 'hr':
      return <hr />;
    case 'link':
      return <Link address={String(token.href)}>{within}</Link>;
    case 'table':
      return <pre>{token.raw}</pre>;
    case 'image':
      return token.text;
    default:
      return within;
  }
}

function Link({ address, children }: { readonly address: string; readonly children: ReactNode }) {
  const href = safeAddress(address);
  return href === undefined ? children : <a href={href}>{children}</a>;
}
