import { z } from 'zod';
import { LATE_BOX_DAYS } from '@/domain/parcel';
import { LINK_BANKS } from '@/domain/bank-account';
import { PAY_APPS } from '@/domain/pay-app';
import { PRICE_NOTICE_DAYS, PRICE_NOTICE_MAX_DAYS } from '@/domain/price-notice';
import { CARD_BRANDS, SELLER_FACTS } from '@/domain/seller';
import { SESSION_MINUTES } from '@/domain/session';

const ROTATED_MAX = 5;

/**
 * Returns the schema of a comma-separated list of secrets. The list has several secrets while a secret is
 * replaced. The product uses the first secret to send and sign, and accepts every secret of the list.
 * @param one the schema of a single secret
 */
function rotated(one: z.ZodString) {
  return z
    .string()
    .transform((value) => value.split(',').map((part) => part.trim()))
    .refine((parts) => parts.length <= ROTATED_MAX && parts.every((part) => one.safeParse(part).success));
}

const text = z.string().trim().min(1);
const url = z.url({ protocol: /^https?$/ }).transform((value) => value.replace(/\/+$/, ''));
const flag = z
  .enum(['on', 'off', 'true', 'false', '1', '0'])
  .transform((value) => value === 'on' || value === 'true' || value === '1');
const minutes = z.coerce.number().int().min(1);

const secrets = rotated(z.string().min(1));
/** The maximum batch of a billing run. The locks of a larger batch would block subscribers for too long. */
export const BILLING_BATCH_MAX = 1000;
const pathSecrets = rotated(z.string().regex(/^[\w-]{16,100}$/));

/** TLS is asked for by `sslmode`, in one of the ways that leave no doubt whether it is used. */
const databaseUrl = z
  .string()
  .regex(/^postgres(ql)?:\/\/\S+$/)
  .regex(/^(?!.*[?&](ssl=|sslmode=(?!(disable|require|verify-ca|verify-full)(&|$))))/);

/** The schema of all settings. It does not include defaults that depend on other settings. */
export const shape = z.object({
  NODE_ENV: z.enum(['production', 'development', 'test']).default('development'),
  PORT: z.coerce.number().int().min(1).max(65535).default(3000),
  /**
   * The IP addresses to listen on, separated by commas. Default: the loopback addresses for a site at
   * localhost, otherwise all addresses.
   */
  HOST: z
    .string()
    .regex(/^[\w.:-]+(,[\w.:-]+)*$/)
    .transform((value) => value.split(','))
    .optional(),
  SITE_URL: url,
  DATABASE_URL: databaseUrl,
  /** The URL of PostgreSQL itself. It says that `DATABASE_URL` is the URL of a pooler in transaction mode. */
  DATABASE_DIRECT_URL: databaseUrl.optional(),
  /** Whether sessions keep named prepared statements; default: only without a pooler. */
  DATABASE_NAMED_STATEMENTS: flag.optional(),
  DATABASE_POOL: z.coerce.number().int().min(1).max(100).default(10),
  DATA_DIR: text.default('.data'),
  APP_SECRET: rotated(z.string().min(32)),
  OPERATOR_TOKEN: rotated(z.string().regex(/^\S+$/)),
  FUNCTIONS_API_URL: url,
  CLOUD_API_URL: url.optional(),
  PAYMENTS_APP_URL: url.optional(),
  /** The base URL of the desk. With a host of its own, the desk is reachable on that host only. */
  DESK_URL: url.optional(),
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
  /**
   * The keys of the LINE messaging channel: both or none must be set. Without them no message is sent by
   * LINE.
   */
  LINE_MESSAGING_ACCESS_TOKEN: secrets.optional(),
  LINE_MESSAGING_CHANNEL_SECRET: secrets.optional(),
  LINE_ACCESS_URL: url,
  LINE_API_URL: url,
  ECWID_API_URL: url,
  /**
   * The keys of the fulfilment service and the secret of its webhook: all three or none must be set. Without
   * them an operator handles parcels.
   */
  MYCLOUD_API_KEY: secrets.optional(),
  MYCLOUD_SECRET_KEY: secrets.optional(),
  /**
   * The secret in the path of the webhook that the fulfilment service calls. The product needs it because the
   * service does not sign its calls.
   */
  MYCLOUD_WEBHOOK_SECRET: pathSecrets.optional(),
  MYCLOUD_API_URL: url,
  /**
   * The number of the delivery mode in the account at the fulfilment service, as listed by `/deliverymodes`.
   */
  MYCLOUD_DELIVERY_MODE: z.coerce.number().int().min(1).default(3),
  /** The key and branch at SlipOK, which verifies transfer slips. Without them, a slip claims nothing. */
  SLIPOK_API_KEY: secrets.optional(),
  SLIPOK_BRANCH_ID: z.string().regex(/^\d+$/).optional(),
  SLIPOK_API_URL: url,
  /** The DSN that receives errors, traces and replays. Without it nothing is loaded or sent. */
  SENTRY_DSN: url.optional(),
  SMTP_URL: z.string().regex(/^smtps?:\/\/\S+$/),
  MAIL_FROM: z.string().min(3),
  /**
   * The secret in the path of the webhook that the mail service calls. Without it the webhook refuses every
   * call.
   */
  MAIL_WEBHOOK_SECRET: pathSecrets.optional(),
  SESSION_MINUTES: minutes.max(1440).default(SESSION_MINUTES),
  /** The minimum number of days between the notice of a higher price and the first payment with it. */
  PRICE_NOTICE_DAYS: z.coerce
    .number()
    .int()
    .min(PRICE_NOTICE_DAYS)
    .max(PRICE_NOTICE_MAX_DAYS)
    .default(PRICE_NOTICE_DAYS),
  /** The days after which a subscriber is notified that a paid box has not left. */
  LATE_BOX_DAYS: z.coerce.number().int().min(1).max(60).default(LATE_BOX_DAYS),
  /** Whether the next order is charged, or waits, while an earlier box is that late. */
  LATE_BOX_CHARGING: z.enum(['continue', 'wait']).default('continue'),
  OFFLINE_REGISTRATION: flag.optional(),
  INCIDENT: flag.default(false),
  MAINTENANCE: flag.default(false),
  /** Whether GraphQL allows introspection; default: everywhere except in production. */
  GRAPHQL_INTROSPECTION: flag.optional(),
  /** The number of trusted proxies between the browsers and this product. */
  TRUSTED_PROXIES: z.coerce.number().int().min(0).max(5).default(0),
  THROTTLE_SCALE: z.coerce.number().positive().default(1),
  DEMO_PASSWORD: z.string().min(8).optional(),
  /**
   * The URL of a service that finds breached passwords by the first five characters of their hash. Without
   * it, passwords are not checked by a service.
   */
  BREACHED_PASSWORDS_URL: url.optional(),
  VAT_ID: z
    .string()
    .regex(/^\d{13}$/)
    .optional(),
  /** The number of the seller's branch in the register of VAT; 00000 is the head office. */
  VAT_BRANCH: z
    .string()
    .regex(/^\d{5}$/)
    .default('00000'),
  /** The name of the seller on receipts. */
  SELLER_NAME: text.optional(),
  SELLER_ADDRESS: text.optional(),
  /** The registration number of the seller's company or shop. */
  SELLER_REGISTRATION: text.optional(),
  /**
   * Statements of the seller in both languages, as JSON: `{"origin": {"en": "…", "th": "…", "url": "https://…"}}`.
   * A kind without a statement has no place on the pages.
   */
  SELLER_FACTS: z
    .string()
    .transform((given, issues): unknown => {
      try {
        return JSON.parse(given);
      } catch {
        issues.addIssue('not JSON');
        return z.NEVER;
      }
    })
    .pipe(z.partialRecord(z.enum(SELLER_FACTS), z.strictObject({ en: text, th: text, url: url.optional() })))
    .optional(),
  /** The card brands that the gateway accepts for this seller, separated by commas. */
  CARD_BRANDS: z
    .string()
    .transform((given) => given.split(','))
    .pipe(z.array(z.enum(CARD_BRANDS)))
    .readonly()
    .optional(),
  /** The apps in which nothing can be paid although the gateway lists them, separated by commas. */
  PAY_APPS_OFF: z
    .string()
    .transform((given) => given.split(','))
    .pipe(z.array(z.enum(PAY_APPS)))
    .readonly()
    .optional(),
  /** The banks whose accounts are not offered although the gateway lists them, separated by commas. */
  LINK_BANKS_OFF: z
    .string()
    .transform((given) => given.split(','))
    .pipe(z.array(z.enum(LINK_BANKS)))
    .readonly()
    .optional(),
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
  /** An alias of `ALLOW_SANDBOX`. */
  ALLOW_FAKES: flag.default(false),
  WORKER: z.enum(['on', 'off']).default('on'),
  /** The port on which a separate worker process serves its metrics. Without it the worker serves none. */
  METRICS_PORT: z.coerce.number().int().min(1).max(65535).optional(),
  WORKER_CONCURRENCY: z.coerce.number().int().min(1).max(64).default(4),
  /** The time limit of one charge at the gateway; a bank can be slow. */
  CHARGE_TIMEOUT_MS: z.coerce.number().int().min(100).max(120_000).default(60_000),
  BILLING_BATCH: z.coerce.number().int().min(1).max(BILLING_BATCH_MAX).default(100),
  /** The maximum number of charges per second of all processes together. Without it there is no limit. */
  CHARGES_PER_SECOND: z.coerce.number().positive().max(10_000).optional(),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']).default('info'),
});

export type Settings = z.output<typeof shape> & { production: boolean };

/** The names of the settings that are secret. */
export const SECRET_SETTINGS = [
  'DATABASE_URL',
  'DATABASE_DIRECT_URL',
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

export const SETTING_NAMES: readonly string[] = Object.keys(shape.shape);
