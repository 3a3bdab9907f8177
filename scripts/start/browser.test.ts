import { describe, expect, test } from 'vitest';
import { ensureBrowser, findBrowser } from './browser.mjs';

const world = (...programs: string[]) => ({
  places: ['/usr/bin'],
  exists: (path: string) => programs.includes(path),
});

describe('browser of the end-to-end tests', () => {
  test('is the program of CHROMIUM_PATH, before any other', () => {
    const found = findBrowser({ CHROMIUM_PATH: '/own/chrome' }, world('/own/chrome', '/usr/bin/chromium'));
    expect(found).toBe('/own/chrome');
  });

  test('is refused with advice when CHROMIUM_PATH names no program', () => {
    const find = () => findBrowser({ CHROMIUM_PATH: '/nowhere' }, world('/usr/bin/chromium'));
    expect(find).toThrow(
      /^CHROMIUM_PATH=\/nowhere is not a program\. Install Chromium .* or set CHROMIUM_PATH/,
    );
  });

  test('is found on the PATH and in the usual folders', () => {
    expect(findBrowser({ PATH: '/a:/b' }, world('/b/google-chrome'))).toBe('/b/google-chrome');
    expect(findBrowser({ PATH: '' }, world('/usr/bin/chromium'))).toBe('/usr/bin/chromium');
  });

  test('is a headless one if both kinds are installed', () => {
    const found = findBrowser({ PATH: '/a' }, world('/a/chromium', '/usr/bin/chromium-headless-shell'));
    expect(found).toBe('/usr/bin/chromium-headless-shell');
  });

  test('is null when none is installed', () => expect(findBrowser({ PATH: '/a' }, world())).toBeNull());

  test('is not installed for an ordinary user, who gets the names of the packages', async () => {
    const machine = { env: {}, uid: 1000, hasApt: () => true, find: () => null };
    await expect(ensureBrowser({ machine })).rejects.toThrow(
      'No browser was found for the end-to-end tests. Install Chromium or Google Chrome (Debian: apt-get install chromium-headless-shell fonts-thai-tlwg), or set CHROMIUM_PATH to its program.',
    );
  });

  test('is not installed for root without apt-get', async () => {
    const machine = { env: {}, uid: 0, hasApt: () => false, find: () => null };
    await expect(ensureBrowser({ machine })).rejects.toThrow(/^No browser was found/);
  });
});
