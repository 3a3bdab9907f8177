import { expect, test } from 'vitest';
import { discreetMetadata, pageMetadata, sharedMetadata } from './metadata';

const JOINED = 'ออร์แกนิ\u2060ก';
const PLAIN = 'ออร์แกนิก';

test('titles and descriptions have no word joiner', () => {
  const page = pageMetadata({ locale: 'th', path: '/', title: JOINED, description: JOINED });
  const shared = sharedMetadata({ locale: 'th', title: JOINED, description: JOINED, imageAlt: '' });
  expect([page.title, page.description, shared.description]).toEqual([PLAIN, PLAIN, PLAIN]);
  expect([shared.openGraph.title, shared.twitter.description]).toEqual([PLAIN, PLAIN]);
});

test('a link with a picture of products is a large card, a discreet link with the logo a small one', () => {
  const shared = sharedMetadata({ locale: 'en', title: '', description: '', imageAlt: '' });
  expect([shared.twitter.card, discreetMetadata('en').twitter.card]).toEqual([
    'summary_large_image',
    'summary',
  ]);
});
