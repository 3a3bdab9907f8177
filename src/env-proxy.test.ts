import { expect, test } from 'vitest';
import { proxySettings } from './env-proxy';
import { readSettings } from './env';

test('without settings the gateway is where src/env.ts says, and it is no production', () => {
  const { OMISE_JS_URL, OMISE_VAULT_URL } = readSettings({});
  const origins = [OMISE_JS_URL, OMISE_VAULT_URL].map((url) => new URL(url).origin);
  expect(proxySettings({})).toEqual({ isDevelopment: true, gatewayOrigins: origins });
});

test('what is set wins; one origin is named once, a malformed address never', () => {
  const source = {
    OMISE_JS_URL: 'http://localhost:3001/omise.js',
    OMISE_VAULT_URL: 'http://localhost:3001/v',
  };
  expect(proxySettings({ ...source, NODE_ENV: 'production' })).toEqual({
    isDevelopment: false,
    gatewayOrigins: ['http://localhost:3001'],
  });
  expect(proxySettings({ ...source, OMISE_JS_URL: 'not an address' }).gatewayOrigins).toEqual([
    'http://localhost:3001',
  ]);
});
