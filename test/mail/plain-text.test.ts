import { expect } from 'chai';
import { plainText } from '../../src/mail/mailer.ts';

const cases: readonly (readonly [html: string, text: string])[] = [
  ['<html><head><style>p { color: red }</style></head><body><p>One</p><p>Two</p></body></html>', 'One\n\nTwo'],
  [
    '<p>Look at <a href="https://a.example/?b=1&amp;c=2"><b>your order</b></a></p>',
    'Look at your order (https://a.example/?b=1&c=2)',
  ],
  ['<a href="https://a.example">https://a.example</a>', 'https://a.example'],
  ['<ul><li>Two cups</li><li>A pot</li></ul>Bye', '* Two cups\n\n* A pot\n\nBye'],
  ['<table><tr><td>Sum</td><td>€ 5</td></tr><tr><td>VAT</td><td>€ 1</td></tr></table>', 'Sum € 5\nVAT € 1'],
  ['<p>5 &lt; 6 &amp;lt; O&#x27;Neill<br/>Dublin</p>', "5 < 6 &lt; O'Neill\nDublin"],
  ['<img alt="Our shop" src="a.png"/><!-- note --><p>x</p>', 'Our shopx'],
];

describe('the plain text of a mail', () => {
  for (const [html, text] of cases)
    it(`of ${html.slice(0, 40)}`, () => {
      expect(plainText(html)).to.equal(text);
    });
});
