import { isProduction } from './providers';
import { SANDBOX_VALUES } from './sandbox-values.mjs';

/**
 * When a card charge of the sandbox requires 3-D Secure: never, always, or only if the cardholder is present
 * (`cit`).
 */
export type ThreeDSMode = 'off' | 'always' | 'cit';

/**
 * The settings of the sandbox process. The defaults are those of the product. The sandbox also has a default
 * store.
 */
export interface SandboxSettings {
  /** The port of the sandbox. Null: the first free port from 3001 on. */
  port: number | null;
  smtpPort: number | null;
  /** The IP addresses on which the sandbox listens. */
  hosts: string[];
  /** The base of the URLs that the sandbox returns. Null: computed from the port. */
  publicUrl: string | null;
  /** The public URL of the product, in links and in the registration at LINE. */
  siteUrl: string;
  /** The URL at which the sandbox calls the product, for webhooks and for moving the product clock. */
  appUrl: string;
  /** Whether the product runs in production, where the clock cannot be moved. */
  isProduction: boolean;
  dataDir: string;
  sandboxToken: string;
  omisePublicKey: string;
  omiseSecretKey: string;
  /** The webhook secrets in Base64. There are two while a secret is replaced. */
  omiseWebhookSecrets: string[];
  threeDS: ThreeDSMode;
  /** The API version of the webhook bodies. */
  omiseAccountVersion: string;
  lineLoginChannelId: string;
  lineLoginChannelSecret: string;
  myCloudApiKey: string;
  myCloudSecretKey: string;
  /** The secret in the path of the webhook that the fulfilment service calls. */
  myCloudWebhookSecret: string;
  slipOkApiKey: string;
  /** The account of the shop, as the bank shows it on slips. */
  bankAccount: { name: string; number: string };
  storeId: string;
  storePublicKey: string;
  lineMessagingAccessToken: string;
  lineMessagingChannelSecret: string;
}

type Source = Record<string, string | undefined>;

const MODES: readonly string[] = ['off', 'always', 'cit'] satisfies ThreeDSMode[];

function reader(source: Source) {
  const problems: string[] = [];
  const given = (name: string) => (source[name] === '' ? undefined : source[name]);
  return {
    problems,
    text: (name: string, fallback: string) => given(name) ?? fallback,
    /**
     * Returns the first secret of a comma-separated list. The list has several secrets while a secret is
     * replaced.
     */
    secret: (name: string, fallback: string) => (given(name) ?? fallback).replace(/,.*/, ''),
    port: (name: string): number | null => {
      const value = given(name);
      if (value === undefined) return null;
      const port = Number(value);
      if (!Number.isInteger(port) || port < 1 || port > 65535) problems.push(`${name}: malformed`);
      return port;
    },
    url: (name: string): string | null => {
      const value = given(name);
      if (value === undefined) return null;
      if (!/^https?:\/\/[^\s/]+/.test(value)) problems.push(`${name}: malformed`);
      return value.replace(/\/+$/, '');
    },
    oneOf: (name: string, allowed: readonly string[], fallback: string) => {
      const value = given(name) ?? fallback;
      if (!allowed.includes(value)) problems.push(`${name}: malformed`);
      return value;
    },
  };
}

/**
 * Returns the settings of the sandbox. An empty string counts as not set.
 * @throws Error "Invalid environment variables" followed by one line per malformed value.
 */
export function readSandboxSettings(source: Source): SandboxSettings {
  const read = reader(source);
  const port = read.port('SANDBOX_PORT');
  const siteUrl = read.url('SITE_URL') ?? `http://localhost:${source.PORT || '3000'}`;
  const settings: SandboxSettings = {
    port,
    smtpPort: read.port('SANDBOX_SMTP_PORT'),
    hosts: read
      .text('SANDBOX_HOST', '127.0.0.1,::1')
      .split(',')
      .map((host) => host.trim()),
    publicUrl: read.url('SANDBOX_URL'),
    siteUrl,
    appUrl: read.url('APP_URL') ?? siteUrl,
    isProduction: isProduction(source),
    dataDir: read.text('DATA_DIR', '.data'),
    sandboxToken: read.text('SANDBOX_TOKEN', SANDBOX_VALUES.SANDBOX_TOKEN),
    omisePublicKey: read.text('OMISE_PUBLIC_KEY', SANDBOX_VALUES.OMISE_PUBLIC_KEY),
    omiseSecretKey: read.secret('OMISE_SECRET_KEY', SANDBOX_VALUES.OMISE_SECRET_KEY),
    omiseWebhookSecrets: read.text('OMISE_WEBHOOK_SECRET', SANDBOX_VALUES.OMISE_WEBHOOK_SECRET).split(','),
    threeDS: read.oneOf('OMISE_FAKE_3DS', MODES, 'off') as ThreeDSMode,
    lineLoginChannelId: read.text('LINE_LOGIN_CHANNEL_ID', SANDBOX_VALUES.LINE_LOGIN_CHANNEL_ID),
    lineLoginChannelSecret: read.secret(
      'LINE_LOGIN_CHANNEL_SECRET',
      SANDBOX_VALUES.LINE_LOGIN_CHANNEL_SECRET,
    ),
    myCloudApiKey: read.secret('MYCLOUD_API_KEY', SANDBOX_VALUES.MYCLOUD_API_KEY),
    myCloudSecretKey: read.secret('MYCLOUD_SECRET_KEY', SANDBOX_VALUES.MYCLOUD_SECRET_KEY),
    myCloudWebhookSecret: read.secret('MYCLOUD_WEBHOOK_SECRET', SANDBOX_VALUES.MYCLOUD_WEBHOOK_SECRET),
    slipOkApiKey: read.secret('SLIPOK_API_KEY', SANDBOX_VALUES.SLIPOK_API_KEY),
    bankAccount: {
      name: read.text('BANK_ACCOUNT_NAME', 'SANDBOX ira (not a real account)'),
      number: read.text('BANK_ACCOUNT_NUMBER', '000-0-00000-0'),
    },
    storeId: read.text('STORE_ID', '1003'),
    storePublicKey: read.text('STORE_PUBLIC_KEY', SANDBOX_VALUES.STORE_PUBLIC_KEY),
    lineMessagingAccessToken: read.secret(
      'LINE_MESSAGING_ACCESS_TOKEN',
      SANDBOX_VALUES.LINE_MESSAGING_ACCESS_TOKEN,
    ),
    lineMessagingChannelSecret: read.secret(
      'LINE_MESSAGING_CHANNEL_SECRET',
      SANDBOX_VALUES.LINE_MESSAGING_CHANNEL_SECRET,
    ),
    omiseAccountVersion: read.text('OMISE_FAKE_ACCOUNT_VERSION', '2019-05-29'),
  };
  for (const name of ['OMISE_PUBLIC_KEY', 'OMISE_SECRET_KEY'] as const) {
    const key = name === 'OMISE_PUBLIC_KEY' ? settings.omisePublicKey : settings.omiseSecretKey;
    if (!/^[ps]key_test_/.test(key)) read.problems.push(`${name}: the sandbox takes test keys only`);
  }
  if (read.problems.length > 0) {
    throw new Error(['Invalid environment variables', ...read.problems].join('\n  '));
  }
  return settings;
}

export function sandboxSettings(): SandboxSettings {
  return readSandboxSettings(process.env);
}
