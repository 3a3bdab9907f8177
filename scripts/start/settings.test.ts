import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readSettings } from '@/settings/settings';
import { defaultsOutsideProduction } from '@/settings/defaults';
import { SANDBOX_SECRETS } from '@/settings/sandbox-values.mjs';
import { readSandboxSettings } from '@/settings/sandbox';
import { providerUrls } from '@/settings/providers';
import { keepSecrets } from './secrets.mjs';
import { addedEnv, isOpen, callerEnv, isProduction, sandboxProcessEnv, wantsSandbox } from './settings.mjs';

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'ira-settings-'));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

const secrets = {
  OPERATOR_TOKEN: 'op',
  SANDBOX_TOKEN: 'sb',
  OMISE_WEBHOOK_SECRET: 'd2ViaG9vaw==',
  LINE_LOGIN_CHANNEL_SECRET: 'login',
  LINE_MESSAGING_ACCESS_TOKEN: 'push',
  LINE_MESSAGING_CHANNEL_SECRET: 'line-hook',
  MYCLOUD_API_KEY: 'key',
  MYCLOUD_SECRET_KEY: 'secret',
  MYCLOUD_WEBHOOK_SECRET: 'webhook-of-the-parcels',
  SLIPOK_API_KEY: 'key-of-the-slips',
  APP_SECRET: 'a'.repeat(32),
  DEMO_PASSWORD: 'drawn-for-this-machine',
};
const added = (caller: Record<string, string>, dev = false) =>
  addedEnv({
    caller,
    dev,
    secrets,
    ports: { web: 3000, sandbox: 3001, smtp: 2525 },
    dataDir: '/data',
    databaseUrl: 'postgres://here/ira',
  });

describe('outside production', () => {
  test('nothing needs to be set', () => {
    expect(added({})).toMatchObject({
      PORT: '3000',
      SITE_URL: 'http://localhost:3000',
      DATABASE_URL: 'postgres://here/ira',
      SANDBOX_URL: 'http://localhost:3001',
      LINE_ACCESS_URL: 'http://localhost:3001/line/access',
      LINE_API_URL: 'http://localhost:3001/line/api',
      OMISE_API_URL: 'http://localhost:3001/omise/api',
      OMISE_VAULT_URL: 'http://localhost:3001/omise/vault',
      OMISE_JS_URL: 'http://localhost:3001/omise/js/omise.js',
      OMISE_SECRET_KEY: 'skey_test_ira_sandbox',
      SMTP_URL: 'smtp://localhost:2525',
      NODE_ENV: 'production',
      ...secrets,
      ...SANDBOX_SECRETS,
      DEMO_PASSWORD: 'demo-password-1',
    });
  });

  test('the providers have the default addresses of the product', () => {
    expect(added({})).toMatchObject(providerUrls({}));
  });

  test('the secrets of the sandbox are the documented ones, and random where other machines can reach it', () => {
    expect(defaultsOutsideProduction({})).toMatchObject(SANDBOX_SECRETS);
    const readme = readFileSync('src/sandbox/README.md', 'utf8');
    for (const secret of Object.values(SANDBOX_SECRETS)) expect(readme).toContain(`\`${secret}\``);
    const { LINE_LOGIN_CHANNEL_SECRET, OMISE_WEBHOOK_SECRET } = added({ HOST: '0.0.0.0' });
    expect([LINE_LOGIN_CHANNEL_SECRET, OMISE_WEBHOOK_SECRET]).toEqual([
      secrets.LINE_LOGIN_CHANNEL_SECRET,
      secrets.OMISE_WEBHOOK_SECRET,
    ]);
  });

  test('demo accounts that others can reach have a password that was drawn', () => {
    expect(added({ SITE_URL: 'http://192.0.2.1:3000' }, true)).toMatchObject({
      DEMO_PASSWORD: secrets.DEMO_PASSWORD,
    });
  });

  test('so have those of a product that listens beyond this machine', () => {
    expect(added({ HOST: '0.0.0.0' }).DEMO_PASSWORD).toBe(secrets.DEMO_PASSWORD);
    expect(added({ HOST: '127.0.0.1,::1' }).DEMO_PASSWORD).toBe('demo-password-1');
    expect([isOpen({}), isOpen({ HOST: '::' }), isOpen({ SITE_URL: 'http://192.0.2.1' })]).toEqual([
      false,
      true,
      true,
    ]);
  });

  test("the caller's own values stay", () => {
    const result = added({
      SITE_URL: 'http://127.0.0.1:3000',
      OPERATOR_TOKEN: 'mine',
      SMTP_URL: 'smtp://mail',
    });
    expect(result).not.toHaveProperty('SITE_URL');
    expect(result).not.toHaveProperty('OPERATOR_TOKEN');
    expect(result).not.toHaveProperty('SMTP_URL');
  });

  test('a real gateway is not sent to the sandbox', () => {
    const result = added({ OMISE_SECRET_KEY: 'skey_test_real' });
    expect(Object.keys(result).filter((name) => name.startsWith('OMISE'))).toEqual([]);
    expect(result.SMTP_URL).toBe('smtp://localhost:2525');
  });

  test('without the sandbox nothing points to it', () => {
    expect(JSON.stringify(added({ SANDBOX: 'off' }))).not.toContain('3001');
  });

  test('the NODE_ENV of a test runner that starts us does not reach the build', () => {
    expect(added({ NODE_ENV: 'test' }).NODE_ENV).toBe('production');
    expect(added({ NODE_ENV: 'production' }, true)).toMatchObject({ NODE_ENV: 'development', DEV: '1' });
  });
});

describe('a public site', () => {
  const caller = { SITE_URL: 'https://ira.example' };

  test('is production, where nothing is filled in but the secret of one machine, and no sandbox runs', () => {
    expect(isProduction(caller, false)).toBe(true);
    expect(wantsSandbox(caller, false)).toBe(false);
    const result = added({ ...caller, DATABASE_URL: 'postgres://there/ira' });
    expect(Object.keys(result).sort()).toEqual([
      'APP_SECRET',
      'DATA_DIR',
      'NEXT_TELEMETRY_DISABLED',
      'NODE_ENV',
      'PORT',
    ]);
    expect(result.APP_SECRET).toBe(secrets.APP_SECRET);
    expect(added({ ...caller, APP_SECRET: 'of several machines' })).not.toHaveProperty('APP_SECRET');
  });

  test.each<Record<string, string>>([{ ALLOW_SANDBOX: 'on' }, { ALLOW_FAKES: '1' }])(
    'gets every provider of the sandbox when that is allowed (%o), and then lacks only what no provider has',
    (allowed) => {
      const settings = { ...caller, ...allowed };
      const env = { ...settings, ...added(settings) };
      expect(wantsSandbox(settings, false)).toBe(true);
      expect(env).not.toHaveProperty('DEMO_PASSWORD');
      expect(() => readSettings(env)).toThrow(
        expect.objectContaining({
          message: [
            'Invalid environment variables',
            ...['OPERATOR_TOKEN', 'FUNCTIONS_API_URL', 'MAIL_FROM'].map((name) => `${name}: required`),
            ...['BANK_ACCOUNT_NAME', 'BANK_NAME', 'BANK_ACCOUNT_NUMBER'].map((name) => `${name}: required`),
          ].join('\n  '),
        }) as Error,
      );
    },
  );

  test('that says it is not production is believed', () =>
    expect(isProduction({ ...caller, NODE_ENV: 'development' }, false)).toBe(false));

  test.each(['http://localhost:3000', 'http://127.0.0.1:3000', 'http://[::1]:3000'])(
    '%s is none',
    (SITE_URL) => expect(isProduction({ SITE_URL }, false)).toBe(false),
  );
});

describe('the sandbox’s process', () => {
  const sandbox = (caller: Record<string, string>) => {
    const env = sandboxProcessEnv({ ...caller, ...added(caller) });
    return { env, settings: readSandboxSettings(env) };
  };

  test('knows what the product shares with it, and where to reach the product', () => {
    const shared = readSettings(added({}));
    expect(sandbox({ SITE_URL: 'https://localhost' }).settings).toMatchObject({
      siteUrl: 'https://localhost',
      appUrl: 'http://localhost:3000',
      isProduction: false,
      omiseWebhookSecrets: shared.OMISE_WEBHOOK_SECRET,
      lineLoginChannelId: shared.LINE_LOGIN_CHANNEL_ID,
      lineLoginChannelSecret: shared.LINE_LOGIN_CHANNEL_SECRET[0],
      lineMessagingAccessToken: shared.LINE_MESSAGING_ACCESS_TOKEN?.[0],
      lineMessagingChannelSecret: shared.LINE_MESSAGING_CHANNEL_SECRET?.[0],
      myCloudApiKey: shared.MYCLOUD_API_KEY?.[0],
      myCloudWebhookSecret: shared.MYCLOUD_WEBHOOK_SECRET?.[0],
      storeId: shared.STORE_ID,
    });
  });

  test('never receives the keys of a real provider, and starts beside a live one', () => {
    const real = {
      OMISE_PUBLIC_KEY: 'pkey_live1',
      OMISE_SECRET_KEY: 'skey_live1',
      OMISE_WEBHOOK_SECRET: 'bGl2ZSBzZWNyZXQ=',
      MYCLOUD_API_KEY: 'live-api-key',
      MYCLOUD_SECRET_KEY: 'live-secret-key',
      MYCLOUD_WEBHOOK_SECRET: 'live-webhook-secret',
      LINE_LOGIN_CHANNEL_SECRET: 'live-login-secret',
      LINE_MESSAGING_ACCESS_TOKEN: 'live-token',
      LINE_MESSAGING_CHANNEL_SECRET: 'live-channel-secret',
      STORE_PUBLIC_KEY: 'public_live',
      SMTP_URL: 'smtp://live:live@mail',
    };
    const { env, settings } = sandbox(real);
    expect(Object.values(env).filter((value) => value?.includes('live'))).toEqual([]);
    expect(settings.omiseSecretKey).toBe('skey_test_ira_sandbox');
  });

  test('receives the settings of the caller that it needs', () => {
    const { settings } = sandbox({
      OMISE_PUBLIC_KEY: 'pkey_test_mine',
      OMISE_SECRET_KEY: 'skey_test_mine',
      OMISE_API_URL: 'http://127.0.0.1:3001/omise/api',
    });
    expect(settings.omiseSecretKey).toBe('skey_test_mine');
  });
});

describe('.env', () => {
  test('fills what the shell has not set; an empty value counts as not set', () => {
    writeFileSync(join(dir, '.env'), 'PORT=4000\nDATA_DIR="a b"\nSITE_URL=\n');
    expect(callerEnv({ PORT: '5000', DATABASE_URL: '' }, dir)).toEqual({ PORT: '5000', DATA_DIR: 'a b' });
  });

  test('is not read when ENV_FILE is empty', () => {
    writeFileSync(join(dir, '.env'), 'PORT=4000\n');
    expect(callerEnv({ ENV_FILE: '' }, dir)).toEqual({});
  });
});

describe('secrets', () => {
  test('are drawn once and kept, for their owner only', () => {
    const path = join(dir, 'secrets.json');
    const first = keepSecrets(path);
    expect(keepSecrets(path)).toEqual(first);
    expect(first.APP_SECRET).toMatch(/^[0-9a-f]{64}$/);
    expect(Buffer.from(first.OMISE_WEBHOOK_SECRET, 'base64')).toHaveLength(32);
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  test('that cannot be read stop the start with advice instead of being replaced', () => {
    writeFileSync(join(dir, 'secrets.json'), '{"APP_SECRET":');
    expect(() => keepSecrets(join(dir, 'secrets.json'))).toThrow('Remove it to draw new secrets.');
  });
});
