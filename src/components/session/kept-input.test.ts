import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  forgetKeptInput,
  hasKeptInput,
  hasUnsavedInput,
  isInputWaiting,
  keepInput,
  takeKeptInput,
  watchInput,
  type Input,
} from './kept-input';

const stored = new Map<string, string>();
let account = 'acc_mali';

beforeEach(() => {
  stored.clear();
  account = 'acc_mali';
  vi.stubGlobal('document', { querySelector: () => ({ dataset: { account } }) });
  vi.stubGlobal('window', {
    sessionStorage: {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, text: string) => void stored.set(key, text),
      removeItem: (key: string) => void stored.delete(key),
    },
  });
});

afterAll(() => {
  vi.unstubAllGlobals();
});

/**
 * Simulates a page that is unloaded with unsaved input. The form is not closed, so its stored input remains.
 */
function typeAndLeave(form: string, input: Input | null): void {
  let unsaved = input;
  const close = watchInput(form, () => unsaved);
  keepInput();
  const kept = new Map(stored);
  unsaved = null;
  close();
  for (const [key, text] of kept) stored.set(key, text);
}

describe('unsaved form input', () => {
  test('is restored once, into the same form', () => {
    typeAndLeave('address', { address: '1 Soi 26' });
    expect(hasKeptInput('address')).toBe(true);
    expect(takeKeptInput('personal')).toBeNull();
    expect(takeKeptInput('address')).toEqual({ address: '1 Soi 26' });
    expect(takeKeptInput('address')).toBeNull();
    expect(stored.size).toBe(0);
  });

  test('is stored without passwords, codes and card data', () => {
    const secrets = {
      password: 'hush',
      currentPassword: 'hush',
      confirmPassword: 'hush',
      code: 'hush',
      expiry: 'hush',
    };
    typeAndLeave('email', { email: 'mali@example.test', ...secrets });
    expect([...stored.values()].join()).not.toContain('hush');
    expect(takeKeptInput('email')).toEqual({ email: 'mali@example.test' });
    typeAndLeave('password', secrets);
    expect(stored.size).toBe(0);
  });

  test('is deleted when another account logs in', () => {
    typeAndLeave('address', { address: '1 Soi 26' });
    account = 'acc_noi';
    expect(takeKeptInput('address')).toBeNull();
    expect(stored.size).toBe(0);
    account = 'acc_mali';
    expect(takeKeptInput('address')).toBeNull();
  });

  test('stays stored while no account is logged in, and can be detected without reading it', () => {
    expect(isInputWaiting()).toBe(false);
    typeAndLeave('address', { address: '1 Soi 26' });
    account = '';
    expect(isInputWaiting()).toBe(true);
    account = 'acc_mali';
    expect(takeKeptInput('address')).toEqual({ address: '1 Soi 26' });
    expect(isInputWaiting()).toBe(false);
  });

  test('is deleted at log-out, and not stored again while the page is left', () => {
    typeAndLeave('address', { address: '1 Soi 26' });
    watchInput('note', () => ({ body: 'Called' }));
    forgetKeptInput();
    keepInput();
    expect([stored.size, hasUnsavedInput()]).toEqual([0, false]);
  });

  test('is not stored after the form was saved or closed', () => {
    let unsaved: Input | null = { firstName: 'Mali' };
    const close = watchInput('personal', () => unsaved);
    expect(hasUnsavedInput()).toBe(true);
    keepInput();
    unsaved = null;
    expect(hasUnsavedInput()).toBe(false);
    keepInput();
    expect(stored.size).toBe(0);
    unsaved = { firstName: 'Malee' };
    keepInput();
    close();
    expect(stored.size).toBe(0);
  });

  test('is stored separately for two forms', () => {
    typeAndLeave('address', { address: '1 Soi 26' });
    typeAndLeave('personal', { firstName: 'Mali' });
    expect(takeKeptInput('personal')).toEqual({ firstName: 'Mali' });
    expect(takeKeptInput('address')).toEqual({ address: '1 Soi 26' });
  });

  test('is dropped without an error if storage is blocked or contains foreign text', () => {
    stored.set('ira-input', '{"half');
    expect(takeKeptInput('address')).toBeNull();
    vi.stubGlobal('window', {
      get sessionStorage(): Storage {
        throw new Error('refused');
      },
    });
    expect(() => typeAndLeave('address', { address: '1 Soi 26' })).not.toThrow();
    expect(takeKeptInput('address')).toBeNull();
    expect(isInputWaiting()).toBe(false);
  });
});
