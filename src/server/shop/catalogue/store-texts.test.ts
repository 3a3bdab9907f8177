import { describe, expect, test } from 'vitest';
import { htmlOfText, sanitiseStoreHtml } from './store';

describe('a description from the store', () => {
  test.each([
    ['<p>Soft <b>cotton</b> and <i>leaf</i></p>', '<p>Soft <strong>cotton</strong> and <em>leaf</em></p>'],
    ['<ul><li>one</li><li>two</li></ul>', '<ul><li>one</li><li>two</li></ul>'],
    ['<h2 style="color:red">Why</h2><div>Because</div>', '<p>Why</p><p>Because</p>'],
    ['<p>Before<script>alert(1)</script>after</p>', '<p>Beforeafter</p>'],
    ['<style>p{display:none}</style><p>Seen</p>', '<p>Seen</p>'],
    ['<p onclick="alert(1)" class="x">Text</p>', '<p>Text</p>'],
    ['<a href="javascript:alert(1)">a link</a>', 'a link'],
    ['<img src=x onerror=alert(1)><svg/onload=alert(1)>', ''],
    ['<iframe src="https://evil.test"></iframe><p>Text</p>', '<p>Text</p>'],
    ['<p>&nbsp;</p><p></p><p>Text</p>', '<p>Text</p>'],
    ['<p>not closed', '<p>not closed</p>'],
    ['1 < 2 & 3', '1 &lt; 2 &amp; 3'],
    ['<<script>script>alert(1)</script>', '&lt;'],
    ['', ''],
  ])('with %j becomes %j', (typed, shown) => {
    expect(sanitiseStoreHtml(typed)).toBe(shown);
  });

  test('of any length is cut before it is parsed', () => {
    expect(sanitiseStoreHtml('x'.repeat(1_000_000)).length).toBeLessThanOrEqual(20_000);
  });
});

test('plain text becomes a paragraph, with all its characters escaped', () => {
  expect(htmlOfText('Soft & <b>thin</b>')).toBe('<p>Soft &amp; &lt;b&gt;thin&lt;/b&gt;</p>');
});
