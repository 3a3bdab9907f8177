import { readFileSync } from 'node:fs';
import { describe, expect, test, vi } from 'vitest';
import { publicSettings, readSettings } from './settings';
import { PROVIDER_URLS } from './providers';
import { SECRET_SETTINGS, SETTING_NAMES } from './shape';

type Source = Record<string, string | undefined>;

/** The smallest set of settings with which production starts. */
const PRODUCTION: Source = {
  NODE_ENV: 'production',
  SITE_URL: 'https://ira.example',
  DATABASE_URL: 'postgres://ira:hidden@db.internal/ira',
  APP_SECRET: 'hidden-hidden-hidden-hidden-hidden',
  OPERATOR_TOKEN: 'hidden-operator-token',
  FUNCTIONS_API_URL: 'https://api.ira.example',
  OMISE_PUBLIC_KEY: 'pkey_5fzbwc1wcmjpxyzkzfk',
  OMISE_SECRET_KEY: 'skey_5fzbwc1wcmjpxyzkzfk',
  OMISE_WEBHOOK_SECRET: 'aGlkZGVuIGhpZGRlbg==',
  STORE_ID: '123456',
  STORE_PUBLIC_KEY: 'public_abcdef',
  LINE_LOGIN_CHANNEL_ID: '1650000000',
  LINE_LOGIN_CHANNEL_SECRET: 'hidden-line-secret',
  SMTP_URL: 'smtps://hidden@mail.internal',
  MAIL_FROM: 'ira <hello@ira.example>',
  BANK_ACCOUNT_NAME: 'ira Co., Ltd.',
  BANK_NAME: 'Bank',
  BANK_ACCOUNT_NUMBER: '123-4-56789-0',
};

/** Returns the lines below "Invalid environment variables"; an empty list when the settings are valid. */
function problemsOf(source: Source): string[] {
  try {
    readSettings(source);
    return [];
  } catch (error) {
    const [first, ...problems] = (error as Error).message.split('\n').map((line) => line.trim());
    expect(first).toBe('Invalid environment variables');
    return problems;
  }
}

describe('in production', () => {
  test('everything that is required suffices', () => {
    const { production, OFFLINE_REGISTRATION } = readSettings(PRODUCTION);
    expect([production, OFFLINE_REGISTRATION]).toEqual([true, undefined]);
  });

  test('with nothing else set, every required setting is named', () => {
    expect(problemsOf({ NODE_ENV: 'production', SITE_URL: 'https://ira.example' }).sort()).toEqual(
      Object.keys(PRODUCTION)
        .filter((name) => !['NODE_ENV', 'SITE_URL'].includes(name))
        .map((name) => `${name}: required`)
        .sort(),
    );
  });

  test.each(Object.keys(PRODUCTION).filter((name) => !['NODE_ENV', 'SITE_URL'].includes(name)))(
    '%s is required, and an empty one counts as not set',
    (name) => {
      for (const value of [undefined, '']) {
        expect(problemsOf({ ...PRODUCTION, [name]: value })).toEqual([`${name}: required`]);
      }
    },
  );

  test.each([
    ['SANDBOX_URL', 'http://localhost:3001'],
    ['OMISE_API_URL', 'http://localhost:3001/omise/api'],
    ['OMISE_VAULT_URL', 'http://127.0.0.1:3001/omise/vault'],
    ['OMISE_JS_URL', 'http://[::1]:3001/omise.js'],
    ['LINE_ACCESS_URL', 'http://localhost:3001/line/access'],
    ['LINE_API_URL', 'http://127.0.0.1:3001/line/api'],
    ['MYCLOUD_API_URL', 'http://localhost:3001/mycloud/api/v1'],
    ['ECWID_API_URL', 'http://localhost:3001/ecwid/api/v3'],
  ])('the sandbox in %s is refused, unless it is allowed explicitly', (name, value) => {
    const [problem, ...others] = problemsOf({ ...PRODUCTION, [name]: value });
    expect(problem).toMatch(`${name}: `);
    expect(problem).toMatch('refused in production');
    expect(others).toEqual([]);
    for (const allowed of [{ ALLOW_SANDBOX: 'on' }, { ALLOW_FAKES: '1' }]) {
      expect(problemsOf({ ...PRODUCTION, [name]: value, ...allowed })).toEqual([]);
    }
  });

  test.each([
    ['SITE_URL', 'http://ira.example', 'https is required in production'],
    [
      'SMTP_URL',
      'smtp://a:b@mail.test?ignoreTLS=true',
      'TLS can be neither left out nor loosened in production',
    ],
    ['SMTP_URL', 'smtps://a:b@mail.test?tls.rejectUnauthorized=false', 'TLS can be neither'],
    ['DEMO_PASSWORD', 'demo-password-1', 'refused in production'],
  ])('%s can’t be %s', (name, value, problem) => {
    expect(problemsOf({ ...PRODUCTION, [name]: value })).toEqual([
      expect.stringContaining(`${name}: ${problem}`),
    ]);
    expect(readSettings({ [name]: value })).toMatchObject({ [name]: value });
  });

  test('limits can’t be loosened, and the operator’s token can’t be a short one', () => {
    expect(problemsOf({ ...PRODUCTION, THROTTLE_SCALE: '10' })).toEqual([
      'THROTTLE_SCALE: refused in production',
    ]);
    expect(problemsOf({ ...PRODUCTION, OPERATOR_TOKEN: 'op' })).toEqual(['OPERATOR_TOKEN: malformed']);
  });
});

describe('what counts as production', () => {
  test.each<[string, Source, boolean]>([
    ['a public site', { NODE_ENV: 'production', SITE_URL: 'https://ira.example' }, true],
    [
      'a public site over http',
      { NODE_ENV: 'production', SITE_URL: 'http://192.0.2.1:8080', ALLOW_SANDBOX: 'on' },
      true,
    ],
    ['a public site while developing', { NODE_ENV: 'development', SITE_URL: 'https://ira.example' }, false],
    ['a public site without NODE_ENV', { NODE_ENV: undefined, SITE_URL: 'https://ira.example' }, false],
    ['localhost', { NODE_ENV: 'production', SITE_URL: 'http://localhost:3000' }, false],
    ['127.0.0.1', { NODE_ENV: 'production', SITE_URL: 'http://127.0.0.1:3000' }, false],
    ['[::1]', { NODE_ENV: 'production', SITE_URL: 'http://[::1]:3000' }, false],
    ['no site at all', { NODE_ENV: 'production' }, false],
    [
      'a name that begins like localhost',
      { NODE_ENV: 'production', SITE_URL: 'https://localhost.example' },
      true,
    ],
  ])('%s', (_what, source, production) => {
    expect(readSettings({ ...PRODUCTION, SITE_URL: undefined, ...source }).production).toBe(production);
  });

  test('a site that is no URL stops the start', () => {
    expect(problemsOf({ ...PRODUCTION, SITE_URL: 'ira.example' })).toEqual(['SITE_URL: malformed']);
  });
});

describe('elsewhere', () => {
  test('nothing at all needs to be set', () => {
    expect(readSettings({})).toMatchObject({
      production: false,
      NODE_ENV: 'development',
      PORT: 3000,
      SITE_URL: 'http://localhost:3000',
      FUNCTIONS_API_URL: 'http://localhost:3000',
      OFFLINE_REGISTRATION: true,
      SESSION_MINUTES: 60,
      THROTTLE_SCALE: 1,
    });
  });

  test('the site’s address follows the port, and an empty setting is none', () => {
    expect(readSettings({ PORT: '4000', SITE_URL: '', DATABASE_URL: '' }).SITE_URL).toBe(
      'http://localhost:4000',
    );
  });

  test('what is set wins, without a slash at its end', () => {
    const s = readSettings({ SITE_URL: 'http://localhost:5000/', OFFLINE_REGISTRATION: 'off' });
    expect([s.SITE_URL, s.OFFLINE_REGISTRATION]).toEqual(['http://localhost:5000', false]);
  });

  test.each<[string, string]>([
    ['NODE_ENV', 'staging'],
    ['PORT', '0'],
    ['PORT', '65536'],
    ['PORT', 'http'],
    ['SITE_URL', 'ftp://ira.example'],
    ['DATABASE_URL', 'mysql://localhost/ira'],
    ['DATABASE_URL', 'postgres://db.internal/ira?sslmode=prefer'],
    ['DATABASE_URL', 'postgres://db.internal/ira?ssl=true'],
    ['DATABASE_DIRECT_URL', 'db.internal'],
    ['DATABASE_NAMED_STATEMENTS', 'maybe'],
    ['DATABASE_POOL', '0'],
    ['APP_SECRET', 'short'],
    ['APP_SECRET', `${'long enough '.repeat(3)},short`],
    ['MYCLOUD_WEBHOOK_SECRET', 'sixteen-letters-at-least,'],
    ['OPERATOR_TOKEN', 'two words'],
    ['FUNCTIONS_API_URL', 'api'],
    ['CLOUD_API_URL', 'javascript:alert(1)'],
    ['OMISE_PUBLIC_KEY', 'skey_test_1'],
    ['OMISE_SECRET_KEY', 'pkey_test_1'],
    ['OMISE_WEBHOOK_SECRET', 'not base64!'],
    ['STORE_ID', 'abc'],
    ['STORE_PUBLIC_KEY', 'abc'],
    ['LINE_LOGIN_CHANNEL_ID', 'abc'],
    ['LINE_ACCESS_URL', 'line'],
    ['TRUSTED_PROXIES', '-1'],
    ['SMTP_URL', 'http://localhost'],
    ['SESSION_MINUTES', '0'],
    ['OFFLINE_REGISTRATION', 'maybe'],
    ['INCIDENT', 'yes'],
    ['GRAPHQL_INTROSPECTION', 'maybe'],
    ['THROTTLE_SCALE', '0'],
    ['DEMO_PASSWORD', 'short'],
    ['VAT_ID', '123'],
    ['CONTACT_EMAIL', 'hello'],
    ['BANK_NAME', '   '],
    ['ALLOW_FAKES', 'please'],
    ['LOG_LEVEL', 'loud'],
  ])('a malformed %s (%j) stops the start all the same', (name, value) => {
    expect(problemsOf({ [name]: value })).toContain(`${name}: malformed`);
  });
});

describe('where the providers are asked', () => {
  /** Returns the providers that the product calls at their real URL. */
  const real = (source: Source) => {
    const settings = readSettings(source);
    return PROVIDER_URLS.filter((name) => new URL(settings[name]).origin !== 'http://localhost:3001');
  };

  test('in production at their own addresses', () => {
    expect(real(PRODUCTION)).toEqual(PROVIDER_URLS);
  });

  test.each<[string, Source]>([
    ['nothing is set', {}],
    ['only NODE_ENV is', { NODE_ENV: 'production' }],
    ['a public site is developed', { NODE_ENV: 'development', SITE_URL: 'https://ira.example' }],
    ['there are names, and no key', { OMISE_PUBLIC_KEY: 'pkey_test_1', STORE_ID: '123456' }],
    ['keys are empty', { OMISE_SECRET_KEY: '', LINE_LOGIN_CHANNEL_SECRET: '', MYCLOUD_SECRET_KEY: '' }],
    ['the sandbox is said to be there', { SANDBOX_URL: 'http://localhost:3001/' }],
  ])('elsewhere at the sandbox alone, when %s', (_what, source) => {
    expect(real(source)).toEqual([]);
  });

  test.each<[string, Source, string[]]>([
    [
      'the gateway',
      { OMISE_PUBLIC_KEY: 'pkey_test_1', OMISE_SECRET_KEY: 'skey_test_1' },
      ['OMISE_API_URL', 'OMISE_VAULT_URL', 'OMISE_JS_URL'],
    ],
    ['LINE', { LINE_LOGIN_CHANNEL_SECRET: 'secret' }, ['LINE_ACCESS_URL', 'LINE_API_URL']],
    ['the store', { STORE_ID: '1', STORE_PUBLIC_KEY: 'public_1' }, ['ECWID_API_URL']],
    [
      'fulfilment',
      { MYCLOUD_API_KEY: 'k', MYCLOUD_SECRET_KEY: 's', MYCLOUD_WEBHOOK_SECRET: 'w'.repeat(16) },
      ['MYCLOUD_API_URL'],
    ],
  ])('%s at its own address once its key is set', (_who, source, urls) => {
    expect(real(source)).toEqual(urls);
  });

  test('a real LINE is never sent what the sandbox goes by', () => {
    const { LINE_MESSAGING_ACCESS_TOKEN } = readSettings({ LINE_LOGIN_CHANNEL_SECRET: 'secret' });
    expect(LINE_MESSAGING_ACCESS_TOKEN).toBeUndefined();
  });
});

describe('keys of the gateway', () => {
  test.each([
    ['pkey_live1', 'skey_test_1'],
    ['pkey_test_1', 'skey_live1'],
  ])('%s beside %s is refused anywhere', (OMISE_PUBLIC_KEY, OMISE_SECRET_KEY) => {
    for (const around of [{}, PRODUCTION]) {
      expect(problemsOf({ ...around, OMISE_PUBLIC_KEY, OMISE_SECRET_KEY })).toEqual([
        'OMISE_PUBLIC_KEY and OMISE_SECRET_KEY: a live key beside a test key',
      ]);
    }
  });
});

test('half a messaging channel is refused anywhere', () => {
  for (const around of [{}, PRODUCTION]) {
    expect(problemsOf({ ...around, LINE_MESSAGING_ACCESS_TOKEN: 'token' })).toEqual([
      'LINE_MESSAGING_ACCESS_TOKEN and LINE_MESSAGING_CHANNEL_SECRET: one without the other',
    ]);
  }
});

test('reports all problems at once, without any value', () => {
  const SECRETS = { APP_SECRET: 'hush', DATABASE_URL: 'hush://hush', OMISE_SECRET_KEY: 'hush' };
  const problems = problemsOf({ ...PRODUCTION, ...SECRETS });
  expect(problems.sort()).toEqual(
    Object.keys(SECRETS)
      .map((name) => `${name}: malformed`)
      .sort(),
  );
  expect(problems.join()).not.toContain('hush');
});

test('malformed, missing and contradicting settings are named in one list', () => {
  const wrong = {
    APP_SECRET: 'hush',
    SMTP_URL: '',
    OMISE_WEBHOOK_SECRET: '',
    THROTTLE_SCALE: '2',
    LINE_MESSAGING_ACCESS_TOKEN: 'token',
  };
  expect(problemsOf({ ...PRODUCTION, ...wrong }).sort()).toEqual([
    'APP_SECRET: malformed',
    'LINE_MESSAGING_ACCESS_TOKEN and LINE_MESSAGING_CHANNEL_SECRET: one without the other',
    'OMISE_WEBHOOK_SECRET: required',
    'SMTP_URL: required',
    'THROTTLE_SCALE: refused in production',
  ]);
});

test('a malformed setting is not also named as missing beside its partners', () => {
  const fulfilment = {
    MYCLOUD_API_KEY: 'key',
    MYCLOUD_SECRET_KEY: 'secret',
    MYCLOUD_WEBHOOK_SECRET: 'short',
  };
  expect(problemsOf({ ...PRODUCTION, ...fulfilment })).toEqual(['MYCLOUD_WEBHOOK_SECRET: malformed']);
});

test('the public settings hold no secret', () => {
  vi.stubEnv('DATABASE_DIRECT_URL', 'postgres://owner:hidden@db.internal/ira');
  const text = JSON.stringify(publicSettings());
  const settings = readSettings(process.env);
  for (const name of SECRET_SETTINGS) {
    expect(settings[name], name).toBeDefined();
    for (const value of [settings[name]].flat()) expect(text).not.toContain(value);
  }
});

test('.env.example names every setting', () => {
  const named = readFileSync('.env.example', 'utf8');
  expect(SETTING_NAMES.filter((name) => !new RegExp(`\\b${name}\\b`).test(named))).toEqual(['NODE_ENV']);
});

test('statements of the seller are JSON in both languages, and settings without them have none', () => {
  const facts = JSON.stringify({ origin: { en: 'Made here', th: 'ผลิตที่นี่' } });
  expect(readSettings({ ...PRODUCTION, SELLER_FACTS: facts, CARD_BRANDS: 'visa,jcb' })).toMatchObject({
    SELLER_FACTS: JSON.parse(facts) as object,
    CARD_BRANDS: ['visa', 'jcb'],
  });
  for (const wrong of ['made here', '{"origin":{"en":"Made here"}}', '{"praise":{"en":"a","th":"b"}}'])
    expect(problemsOf({ ...PRODUCTION, SELLER_FACTS: wrong })).not.toEqual([]);
  expect(problemsOf({ ...PRODUCTION, CARD_BRANDS: 'visa,gold' })).not.toEqual([]);
  expect(publicSettings()).toMatchObject({ sellerFacts: [], cardBrands: [], seller: { registration: null } });
});
