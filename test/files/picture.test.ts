import { expect } from 'chai';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { Picture, type PictureProps } from '#extension-ui';

const address = (width: number) => `/assets/files/shop/${'a'.repeat(40)}${width}.webp`;
const picture = {
  width: 1280,
  height: 960,
  sources: [320, 640, 1280].map((width) => ({ width, url: address(width) })),
};

/** The attributes of the element, as a browser reads them. */
function attributesOf(props: Omit<PictureProps, 'picture'>, shown: PictureProps['picture'] = picture) {
  const html = renderToStaticMarkup(createElement(Picture, { picture: shown, ...props }));
  const img = html.slice(html.indexOf('<img'));
  return Object.fromEntries([...img.matchAll(/ ([\w-]+)="([^"]*)"/g)].map(([, name, value]) => [name, value]));
}

describe('<Picture>', () => {
  it('offers each width with its address, and its size before it arrives', () => {
    expect(attributesOf({ alt: 'A cup' })).to.deep.equal({
      loading: 'lazy',
      sizes: '100vw',
      srcSet: `${address(320)} 320w, ${address(640)} 640w, ${address(1280)} 1280w`,
      src: address(1280),
      width: '1280',
      height: '960',
      alt: 'A cup',
    });
  });

  it('takes how wide it is shown, when it loads, and a class', () => {
    const props = { alt: '', sizes: '(min-width: 60rem) 30rem, 100vw', loading: 'eager', className: 'cover' } as const;
    const { alt, sizes, loading, class: name } = attributesOf(props);
    expect({ alt, sizes, loading, className: name }).to.deep.equal(props);
  });

  it('escapes the text beside it', () => {
    expect(attributesOf({ alt: '"><script>' }).alt).to.equal('&quot;&gt;&lt;script&gt;');
  });

  it('has no address where the picture has none', () => {
    expect(attributesOf({ alt: 'x' }, { width: 0, height: 0, sources: [] })).to.not.have.any.keys('src', 'srcset');
  });
});
