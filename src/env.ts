import { z } from 'zod';
import { SESSION_MINUTES } from '@/domain/session';
import { isOnThisMachine, isProduction, PROVIDER_URLS, providerUrls } from './env-providers';
import { rotated } from './env-secrets';

const text = z.string().trim().min(1);
const url = z.url({ protocol: /^https?$/ }).transform((value) => value.replace(/\/+$/, ''));
const flag = z
  .enum(['on', 'off', 'true', 'false', '1', '0'])
  .transform((value) => value === 'on' || value === 'true' || value === '1');
const minutes = z.coerce.number().int().min(1);

const secrets = rotated(z.string().min(1));
/** A larger batch would hold locks for longer than a subscriber should wait. */
export const BILLING_BATCH_MAX = 1000;
const pathSecrets = rotated(z.string().regex(/^[\w-]{16,100}$/));

const shape = z.object({
  NODE_ENV: z.enum(['production', 'development', 'test']).default('development'),
  PORT: z.coerce.number().int().min(1).max(65535).default(3000),
  /** Addresses to listen on, separated by commas; default: this machine's for a site at localhost, else all. */
  HOST: z
    .string()
    .regex(/^[\w.:-]+(,[\w.:-]+)*$/)
    .transform((value) => value.split(','))
    .optional(),
  SITE_URL: url,
  DATABASE_URL: z.string().regex(/^postgres(ql)?:\/\/\S+$/),
  DATABASE_POOL: z.coerce.number().int().min(1).max(100).default(10),
  DATA_DIR: text.default('.data'),
  APP_SECRET: rotated(z.string().min(32)),
  OPERATOR_TOKEN: rotated(z.string().regex(/^\S+$/)),
  FUNCTIONS_API_URL: url,
  CLOUD_API_URL: url.optional(),
  PAYMENTS_APP_URL: url.optional(),
  OMISE_PUBLIC_KEY: z.string().regex(/^pkey_[a-z0-9_]+$/),
  OMISE_SECRET_KEY: rotated(z.string().regex(/^skey_[a-z0-9_]+$/)),
  OMISE_WEBHOOK_SECRET: rotated(z.string().regex(/^[A-Za-z0-9+/=]{8,}$/)).optional(),
  OMISE_API_URL: url,
  OMISE_VAULT_URL: url,
  OMISE_JS_URL: url,
  STORE_ID: z.string().regex(/^\d+$/),
  STORE_PUBLIC_KEY: z.string().regex(/^public_\w+$/),
  LINE_LOGIN_CHANNEL_ID: z.string().regex(/^\d+$/),
  LINE_LOGIN_CHANNEL_SECRET: secrets,
  /** Of the messaging channel; both or none. Without them nothing is sent by LINE. */
  LINE_MESSAGING_ACCESS_TOKEN: secrets.optional(),
  LINE_MESSAGING_CHANNEL_SECRET: secrets.optional(),
  LINE_ACCESS_URL: url,
  LINE_API_URL: url,
  ECWID_API_URL: url,
  /** Of the fulfilment service; all three or none. Without them an operator handles parcels. */
  MYCLOUD_API_KEY: secrets.optional(),
  MYCLOUD_SECRET_KEY: secrets.optional(),
  /** The secret in the path of its webhook: ours, because the service signs nothing. */
  MYCLOUD_WEBHOOK_SECRET: pathSecrets.optional(),
  MYCLOUD_API_URL: url,
  /** Its number of the delivery mode, as its `/deliverymodes` lists them; accounts differ. */
  MYCLOUD_DELIVERY_MODE: z.coerce.number().int().min(1).default(3),
  /** Receives errors, traces and replays; without it nothing is loaded or sent. */
  SENTRY_DSN: url.optional(),
  SMTP_URL: z.string().regex(/^smtps?:\/\/\S+$/),
  MAIL_FROM: z.string().min(3),
  /** The secret in the path of the mail service's webhook; without it the webhook refuses every call. */
  MAIL_WEBHOOK_SECRET: pathSecrets.optional(),
  SESSION_MINUTES: minutes.max(1440).default(SESSION_MINUTES),
  OFFLINE_REGISTRATION: flag.optional(),
  INCIDENT: flag.default(false),
  MAINTENANCE: flag.default(false),
  /** Whether GraphQL allows introspection; default: everywhere except in production. */
  GRAPHQL_INTROSPECTION: flag.optional(),
  /** The number of our own proxies in front; the outermost one sees the caller's address. */
  TRUSTED_PROXIES: z.coerce.number().int().min(0).max(5).default(0),
  THROTTLE_SCALE: z.coerce.number().positive().default(1),
  DEMO_PASSWORD: z.string().min(8).optional(),
  /** A service that knows breached passwords by the first five characters of their hash; none by default. */
  BREACHED_PASSWORDS_URL: url.optional(),
  VAT_ID: z
    .string()
    .regex(/^\d{13}$/)
    .optional(),
  /** The seller, as named on receipts. */
  SELLER_NAME: text.optional(),
  SELLER_ADDRESS: text.optional(),
  CONTACT_EMAIL: z.email().optional(),
  CONTACT_PHONE: text.optional(),
  CONTACT_LINE: text.optional(),
  SOCIAL_FACEBOOK: url.optional(),
  SOCIAL_INSTAGRAM: url.optional(),
  BANK_ACCOUNT_NAME: text,
  BANK_NAME: text,
  BANK_ACCOUNT_NUMBER: text,
  SANDBOX_URL: url.optional(),
  SANDBOX_TOKEN: text.optional(),
  ALLOW_SANDBOX: flag.default(false),
  /** An alias of the setting above. */
  ALLOW_FAKES: flag.default(false),
  WORKER: z.enum(['on', 'off']).default('on'),
  /** The port of the metrics of a separate worker; none by default. */
  METRICS_PORT: z.coerce.number().int().min(1).max(65535).optional(),
  WORKER_CONCURRENCY: z.coerce.number().int().min(1).max(64).default(4),
  /** The time limit of one charge at the gateway; a bank can be slow. */
  CHARGE_TIMEOUT_MS: z.coerce.number().int().min(100).max(120_000).default(60_000),
  BILLING_BATCH: z.coerce.number().int().min(1).max(BILLING_BATCH_MAX).default(100),
  /** The most charges in a second, of all processes; unlimited by default. */
  CHARGES_PER_SECOND: z.coerce.number().positive().max(10_000).optional(),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']).default('info'),
});

export type Settings = z.output<typeof shape> & { production: boolean };

/** Secret settings. */
export const SECRET_SETTINGS = [
  'DATABASE_URL',
  'APP_SECRET',
  'OPERATOR_TOKEN',
  'OMISE_SECRET_KEY',
  'OMISE_WEBHOOK_SECRET',
  'LINE_LOGIN_CHANNEL_SECRET',
  'LINE_MESSAGING_ACCESS_TOKEN',
  'LINE_MESSAGING_CHANNEL_SECRET',
  'MYCLOUD_API_KEY',
  'MYCLOUD_SECRET_KEY',
  'MYCLOUD_WEBHOOK_SECRET',
  'SMTP_URL',
  'SANDBOX_TOKEN',
] as const satisfies (keyof Settings)[];

/** The names of all settings. */
export const SETTING_NAMES: readonly string[] = Object.keys(shape.shape);

/** Returns the defaults outside production, so that no setting is required there. */
function defaultsOutsideProduction(source: Record<string, string | undefined>): Record<string, string> {
  const site = source.SITE_URL ?? `http://localhost:${source.PORT ?? '3000'}`;
  // Defaults of the sandbox: a real account has its own values and never gets these.
  const unlessSet = (names: string[], sandbox: Record<string, string>) =>
    names.every((name) => source[name] === undefined) ? sandbox : {};
  return {
    SITE_URL: site,
    FUNCTIONS_API_URL: site,
    DATABASE_URL: 'postgres://postgres@127.0.0.1:5432/ira',
    APP_SECRET: 'outside-production-only-outside-production-only',
    OPERATOR_TOKEN: 'operator-token-outside-production',
    OMISE_PUBLIC_KEY: 'pkey_test_ira_sandbox',
    OMISE_SECRET_KEY: 'skey_test_ira_sandbox',
    ...unlessSet(['OMISE_SECRET_KEY'], {
      OMISE_WEBHOOK_SECRET: 'c29mdC1jb3R0b24td2ViaG9vay1zZWNyZXQtMDAwMDAx',
    }),
    STORE_ID: '0',
    STORE_PUBLIC_KEY: 'public_sandbox',
    LINE_LOGIN_CHANNEL_ID: '1650000000',
    LINE_LOGIN_CHANNEL_SECRET: 'line-login-secret-of-the-sandbox',
    // Both channels are called at one address.
    ...unlessSet(
      ['LINE_LOGIN_CHANNEL_SECRET', 'LINE_MESSAGING_ACCESS_TOKEN', 'LINE_MESSAGING_CHANNEL_SECRET'],
      {
        LINE_MESSAGING_ACCESS_TOKEN: 'line-access-token-of-the-sandbox',
        LINE_MESSAGING_CHANNEL_SECRET: 'line-messaging-secret-of-the-sandbox',
      },
    ),
    ...unlessSet(['MYCLOUD_API_KEY', 'MYCLOUD_SECRET_KEY'], {
      MYCLOUD_API_KEY: 'mycloud-key-of-the-sandbox',
      MYCLOUD_SECRET_KEY: 'mycloud-secret-of-the-sandbox',
      MYCLOUD_WEBHOOK_SECRET: 'mycloud-webhook-of-the-sandbox',
    }),
    SMTP_URL: 'smtp://localhost:3002',
    MAIL_FROM: 'ira <hello@ira.test>',
    OFFLINE_REGISTRATION: 'on',
    BANK_ACCOUNT_NAME: 'SANDBOX ira (not a real account)',
    BANK_NAME: 'Sandbox Bank',
    BANK_ACCOUNT_NUMBER: '000-0-00000-0',
    SANDBOX_TOKEN: 'sandbox-token-outside-production',
    CONTACT_EMAIL: 'hello@ira.test',
    SELLER_NAME: 'ira Example Co., Ltd. (invented)',
    SELLER_ADDRESS: '1 Example Road, Bangkok 10110 (invented)',
  };
}

const TOKEN_MIN = 16;

/** Returns the violations of rules over several values: live and test keys never mix, and what production refuses. */
function crossChecks(settings: Partial<Settings>): string[] {
  const problems = settings.production ? productionChecks(settings) : [];
  const isTestKey = (key: string) => /^[ps]key_test_/.test(key);
  const { OMISE_PUBLIC_KEY: publicKey, OMISE_SECRET_KEY: secretKeys = [] } = settings;
  if (publicKey && secretKeys.some((key) => isTestKey(key) !== isTestKey(publicKey))) {
    problems.push('OMISE_PUBLIC_KEY and OMISE_SECRET_KEY: a live key beside a test key');
  }
  if (!settings.LINE_MESSAGING_ACCESS_TOKEN !== !settings.LINE_MESSAGING_CHANNEL_SECRET) {
    problems.push('LINE_MESSAGING_ACCESS_TOKEN and LINE_MESSAGING_CHANNEL_SECRET: one without the other');
  }
  const fulfilment = [
    settings.MYCLOUD_API_KEY,
    settings.MYCLOUD_SECRET_KEY,
    settings.MYCLOUD_WEBHOOK_SECRET,
  ].filter((value) => value !== undefined);
  if (fulfilment.length !== 0 && fulfilment.length !== 3) {
    problems.push('MYCLOUD_API_KEY, MYCLOUD_SECRET_KEY and MYCLOUD_WEBHOOK_SECRET: some without the others');
  }
  if ((settings.MYCLOUD_API_KEY?.length ?? 0) !== (settings.MYCLOUD_SECRET_KEY?.length ?? 0)) {
    problems.push('MYCLOUD_API_KEY and MYCLOUD_SECRET_KEY: as many of one as of the other');
  }
  return problems;
}

function productionChecks(settings: Partial<Settings>): string[] {
  const problems: string[] = [];
  if (settings.OMISE_WEBHOOK_SECRET === undefined) problems.push('OMISE_WEBHOOK_SECRET: required');
  if (settings.OPERATOR_TOKEN?.some((token) => token.length < TOKEN_MIN))
    problems.push('OPERATOR_TOKEN: malformed');
  if ((settings.THROTTLE_SCALE ?? 1) !== 1) problems.push('THROTTLE_SCALE: refused in production');
  if (settings.DEMO_PASSWORD !== undefined) problems.push('DEMO_PASSWORD: refused in production');
  if (settings.SMTP_URL && /[?&](ignoreTLS|requireTLS|secure|tls\.)/i.test(settings.SMTP_URL))
    problems.push('SMTP_URL: TLS can be neither left out nor loosened in production');
  if (settings.ALLOW_SANDBOX || settings.ALLOW_FAKES) return problems;
  if (settings.SITE_URL?.startsWith('http:')) problems.push('SITE_URL: https is required in production');
  const refused = 'refused in production (ALLOW_SANDBOX=on allows it)';
  if (settings.SANDBOX_URL !== undefined) problems.push(`SANDBOX_URL: ${refused}`);
  for (const name of PROVIDER_URLS) {
    const address = settings[name];
    if (address && isOnThisMachine(address)) problems.push(`${name}: the sandbox is ${refused}`);
  }
  return problems;
}

/** Returns the settings that are valid, so that one start reports every problem. */
function wellFormed(input: Record<string, unknown>): Partial<Settings> {
  return Object.fromEntries(
    Object.entries(shape.shape).flatMap(([name, field]) => {
      const read = field.safeParse(input[name]);
      return read.success ? [[name, read.data]] : [];
    }),
  );
}

/**
 * Reads and checks every setting. Empty strings count as not set.
 * @throws Error "Invalid environment variables" followed by one line per problem; values are never printed
 */
export function readSettings(source: Record<string, string | undefined>): Settings {
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value));
  const production = isProduction(given);
  const input: Record<string, unknown> = {
    ...providerUrls(given),
    ...(production ? {} : defaultsOutsideProduction(given)),
    ...given,
  };
  const parsed = shape.safeParse(input);
  const issues = (parsed.error?.issues ?? []).map((issue) => {
    const name = issue.path.join('.');
    return { name, problem: `${name}: ${given[name] === undefined ? 'required' : 'malformed'}` };
  });
  const crossed = crossChecks({ ...(parsed.data ?? wellFormed(input)), production });
  const problems = [
    ...issues.map(({ problem }) => problem),
    // A malformed setting is missing here, and already reported.
    ...crossed.filter((problem) => !issues.some(({ name }) => problem.includes(name))),
  ];
  if (!parsed.success || problems.length > 0) {
    throw new Error(['Invalid environment variables', ...problems].join('\n  '));
  }
  return { ...parsed.data, production };
}

let current: Settings | undefined;

/** Returns the checked settings of this process; read once, on first use, so that a build needs none. */
export function settings(): Settings {
  current ??= readSettings(process.env);
  return current;
}

/** Returns the seller for receipts and legal texts; ira by default. */
export function sellerNow(): { name: string; address: string | null } {
  const { SELLER_NAME, SELLER_ADDRESS } = settings();
  return { name: SELLER_NAME ?? 'ira', address: SELLER_ADDRESS ?? null };
}

/** Returns the settings that every visitor may read; served at `/api/settings`. */
export function publicSettings() {
  const s = settings();
  return {
    omisePublicKey: s.OMISE_PUBLIC_KEY,
    omiseVaultUrl: s.OMISE_VAULT_URL,
    omiseJsUrl: s.OMISE_JS_URL,
    storeId: s.STORE_ID,
    storePublicKey: s.STORE_PUBLIC_KEY,
    lineChannelId: s.LINE_LOGIN_CHANNEL_ID,
    offlineRegistration: s.OFFLINE_REGISTRATION ?? false,
    websiteUrl: s.SITE_URL,
    functionsApiUrl: s.FUNCTIONS_API_URL,
    cloudApiUrl: s.CLOUD_API_URL ?? s.SITE_URL,
    paymentsAppUrl: s.PAYMENTS_APP_URL ?? s.SITE_URL,
    seller: sellerNow(),
    contact: { email: s.CONTACT_EMAIL ?? null, phone: s.CONTACT_PHONE ?? null, line: s.CONTACT_LINE ?? null },
    social: {
      facebook: s.SOCIAL_FACEBOOK ?? null,
      instagram: s.SOCIAL_INSTAGRAM ?? null,
      line: s.CONTACT_LINE ?? null,
    },
    sentryDsn: s.SENTRY_DSN ?? null,
    incident: s.INCIDENT,
    maintenance: s.MAINTENANCE,
    sandbox: s.SANDBOX_URL !== undefined,
  };
}
