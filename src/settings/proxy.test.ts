import { expect, test } from 'vitest';
import { proxySettings, STORE_IMAGE_ORIGINS } from './proxy';
import { readSettings } from './settings';

test('without settings the gateway is where src/settings/settings.ts says, and it is no production', () => {
  expect(proxySettings({})).toEqual({
    isDevelopment: true,
    gatewayOrigins: ['http://localhost:3001'],
    storeImageOrigins: [],
  });
  for (const source of [{}, { OMISE_PUBLIC_KEY: 'pkey_test_1', OMISE_SECRET_KEY: 'skey_test_1' }]) {
    const { OMISE_JS_URL, OMISE_VAULT_URL } = readSettings(source);
    const origins = [OMISE_JS_URL, OMISE_VAULT_URL].map((url) => new URL(url).origin);
    expect(proxySettings(source).gatewayOrigins).toEqual([...new Set(origins)]);
  }
});

test('what is set wins; one origin is named once, a malformed address never', () => {
  const source = {
    OMISE_JS_URL: 'http://localhost:3001/omise.js',
    OMISE_VAULT_URL: 'http://localhost:3001/v',
  };
  expect(proxySettings({ ...source, NODE_ENV: 'production' })).toEqual({
    isDevelopment: false,
    gatewayOrigins: ['http://localhost:3001'],
    storeImageOrigins: [],
  });
  expect(proxySettings({ ...source, OMISE_JS_URL: 'not an address' }).gatewayOrigins).toEqual([
    'http://localhost:3001',
  ]);
});

test('the store’s pictures are let in only while a store is configured; store 0 is none', () => {
  expect(proxySettings({ STORE_ID: '1003' }).storeImageOrigins).toEqual(STORE_IMAGE_ORIGINS);
  expect(proxySettings({ STORE_ID: '0' }).storeImageOrigins).toEqual([]);
});
