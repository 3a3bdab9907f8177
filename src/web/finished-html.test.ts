import { describe, expect, test } from 'vitest';
import { finishedHtml, pageHeaders } from './finished-html';

/** A page as Next and React render it, with the names of Next 16. */
const RENDERED = [
  '<!DOCTYPE html><html lang="th"><head><meta charSet="utf-8"/>',
  '<link rel="stylesheet" href="/_next/static/chunks/a.css" data-precedence="next"/>',
  '<link rel="preload" href="/_next/static/media/f.woff2" as="font" crossorigin="" type="font/woff2"/>',
  '<link rel="preload" as="script" fetchPriority="low" href="/_next/static/chunks/m.js"/>',
  '<link rel="expect" href="#_R_" blocking="render"/>',
  '<script src="/_next/static/chunks/t.js" async=""></script>',
  '<script type="module" src="/_site/main-A1.js"></script><title>ราคา &amp; แผน</title></head>',
  '<body data-x=\'<script>\'><div hidden=""><!--$--><!--/$--></div><p>฿<!-- -->149 &lt;script&gt;</p>',
  '<script type="application/ld+json">{"name":"\\u003cscript>"}</script>',
  '<script>self.__next_f.push([1,"</p>"])</script><template id="_R_"></template>',
  '<script nomodule="">1</script></body></html>',
].join('');

describe('a finished page', () => {
  test('has no script but structured data and our own, no preload of one, and is otherwise unchanged', () => {
    expect(finishedHtml(RENDERED)).toBe(
      [
        '<!DOCTYPE html><html lang="th"><head><meta charSet="utf-8"/>',
        '<link rel="stylesheet" href="/_next/static/chunks/a.css" data-precedence="next"/>',
        '<link rel="preload" href="/_next/static/media/f.woff2" as="font" crossorigin="" type="font/woff2"/>',
        '<script type="module" src="/_site/main-A1.js"></script><title>ราคา &amp; แผน</title></head>',
        '<body data-x=\'<script>\'><div hidden=""></div><p>฿149 &lt;script&gt;</p>',
        '<script type="application/ld+json">{"name":"\\u003cscript>"}</script>',
        '</body></html>',
      ].join(''),
    );
  });

  test.each([
    ['a hidden fragment', '<div hidden id="S:0"><h1>late</h1></div>'],
    ['the place of a fragment', '<template id="B:0"></template>'],
    ['the place of a part of one', '<p>a<template id="P:1"></template></p>'],
  ])('is refused with %s, which only a script would show', (_what, part) => {
    expect(() => finishedHtml(`<!DOCTYPE html><html><body>${part}</body></html>`)).toThrow('only a script');
  });
});

test('the headers of a page keep its policy and the preloads of fonts and styles, not those of scripts', () => {
  const link =
    '</a.woff2>; rel=preload; as="font"; crossorigin="", </m.js>; rel=preload; as="script", </a.css>; rel=preload; as="style"';
  expect(pageHeaders({ link, 'content-security-policy': "script-src 'self'", 'x-powered-by': 'x' })).toEqual({
    'content-type': 'text/html; charset=utf-8',
    'speculation-rules': '"/prefetch.json"',
    'content-security-policy': "script-src 'self'",
    link: '</a.woff2>; rel=preload; as="font"; crossorigin="", </a.css>; rel=preload; as="style"',
  });
});
