// @ts-check
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { SANDBOX_SECRETS, SANDBOX_VALUES } from '../../src/settings/sandbox-values.mjs';

/** @typedef {Record<string, string | undefined>} Env */
/** @typedef {import('./secrets.mjs').Secrets} Secrets */
/** @typedef {{ web: number, sandbox: number, smtp: number }} Ports */

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);
/** The public password of the demo accounts if only this machine can reach the product. */
export const DEMO_PASSWORD = 'demo-password-1';

/**
 * Returns the caller's variables and those of the file `.env` or ENV_FILE (empty: no file). The caller's
 * value has priority. Removes variables with an empty value. @param {Env} caller @param {string} root
 * @returns {Env}
 */
export function callerEnv(caller, root) {
  const file = join(root, caller.ENV_FILE ?? '.env');
  const found = caller.ENV_FILE !== '' && existsSync(file) ? parseEnv(readFileSync(file, 'utf8')) : {};
  const all = Object.entries({ ...found, ...caller });
  return Object.fromEntries(all.filter(([, value]) => value !== '' && value !== undefined));
}

/** Whether SITE_URL has a host other than this machine. @param {Env} env */
export function isPublic(env) {
  if (env.SITE_URL === undefined) return false;
  try {
    return !LOOPBACK.has(new URL(env.SITE_URL).hostname);
  } catch {
    return true; // the URL is malformed, which the web process reports
  }
}

/** Whether other machines can reach the product. @param {Env} env */
export function isOpen(env) {
  const hosts = env.HOST?.split(',') ?? [];
  return isPublic(env) || hosts.some((host) => !LOOPBACK.has(host) && host !== '::1');
}

/**
 * Returns the NODE_ENV for Next: `production`, or `development` for `npm run dev`. Uses the caller's value
 * only if the site is public. @param {Env} env @param {boolean} dev
 */
function nodeEnv(env, dev) {
  if (isPublic(env) && env.NODE_ENV !== undefined) return env.NODE_ENV;
  return dev ? 'development' : 'production';
}

/**
 * Whether the product runs in production. The caller must then set all required settings, and the launcher
 * starts the sandbox only if ALLOW_SANDBOX is set.
 * @param {Env} env @param {boolean} dev
 */
export function isProduction(env, dev) {
  return isPublic(env) && nodeEnv(env, dev) === 'production';
}

/** Whether the launcher starts the sandbox. @param {Env} env @param {boolean} dev */
export function wantsSandbox(env, dev) {
  if (env.SANDBOX === 'off') return false;
  const allowed = [env.ALLOW_SANDBOX, env.ALLOW_FAKES];
  return !isProduction(env, dev) || allowed.some((value) => ['on', 'true', '1'].includes(value ?? ''));
}

/**
 * Returns the base URL of the sandbox. Uses the default for a malformed SANDBOX_URL, which `checkSettings`
 * reports.
 * @param {Env} env @param {number} port
 */
function sandboxBase({ SANDBOX_URL = '' }, port) {
  return URL.canParse(SANDBOX_URL) ? SANDBOX_URL.replace(/\/+$/, '') : `http://localhost:${port}`;
}

/** For each provider's URL setting: the names of the settings with its account ids and secrets. */
const ACCOUNTS = {
  OMISE_API_URL: ['OMISE_PUBLIC_KEY', 'OMISE_SECRET_KEY', 'OMISE_WEBHOOK_SECRET'],
  LINE_API_URL: [
    'LINE_LOGIN_CHANNEL_ID',
    'LINE_LOGIN_CHANNEL_SECRET',
    'LINE_MESSAGING_ACCESS_TOKEN',
    'LINE_MESSAGING_CHANNEL_SECRET',
  ],
  MYCLOUD_API_URL: ['MYCLOUD_API_KEY', 'MYCLOUD_SECRET_KEY', 'MYCLOUD_WEBHOOK_SECRET'],
  ECWID_API_URL: ['STORE_ID', 'STORE_PUBLIC_KEY'],
  SLIPOK_API_URL: ['SLIPOK_API_KEY', 'SLIPOK_BRANCH_ID'],
};

/**
 * Returns the settings that make the product use the sandbox. Leaves out a provider whose secret the caller
 * has set: the product then calls the real provider.
 * @param {Env} env @param {Ports} ports @param {Secrets} secrets
 */
function sandboxEnv(env, ports, secrets) {
  const base = sandboxBase(env, ports.sandbox);
  const gateway = {
    OMISE_API_URL: `${base}/omise/api`,
    OMISE_VAULT_URL: `${base}/omise/vault`,
    OMISE_JS_URL: `${base}/omise/js/omise.js`,
    OMISE_PUBLIC_KEY: SANDBOX_VALUES.OMISE_PUBLIC_KEY,
    OMISE_SECRET_KEY: SANDBOX_VALUES.OMISE_SECRET_KEY,
    OMISE_WEBHOOK_SECRET: secrets.OMISE_WEBHOOK_SECRET,
  };
  const line = {
    LINE_ACCESS_URL: `${base}/line/access`,
    LINE_API_URL: `${base}/line/api`,
    LINE_LOGIN_CHANNEL_ID: SANDBOX_VALUES.LINE_LOGIN_CHANNEL_ID,
    LINE_LOGIN_CHANNEL_SECRET: secrets.LINE_LOGIN_CHANNEL_SECRET,
    LINE_MESSAGING_ACCESS_TOKEN: secrets.LINE_MESSAGING_ACCESS_TOKEN,
    LINE_MESSAGING_CHANNEL_SECRET: secrets.LINE_MESSAGING_CHANNEL_SECRET,
  };
  const fulfilment = {
    MYCLOUD_API_URL: `${base}/mycloud/api/v1`,
    MYCLOUD_API_KEY: secrets.MYCLOUD_API_KEY,
    MYCLOUD_SECRET_KEY: secrets.MYCLOUD_SECRET_KEY,
    MYCLOUD_WEBHOOK_SECRET: secrets.MYCLOUD_WEBHOOK_SECRET,
  };
  const store = {
    STORE_ID: '1003',
    STORE_PUBLIC_KEY: SANDBOX_VALUES.STORE_PUBLIC_KEY,
    ECWID_API_URL: `${base}/ecwid/api/v3`,
  };
  const slips = {
    SLIPOK_API_URL: `${base}/slipok`,
    SLIPOK_API_KEY: secrets.SLIPOK_API_KEY,
    SLIPOK_BRANCH_ID: '1',
  };
  return {
    SANDBOX_PORT: String(ports.sandbox),
    SANDBOX_SMTP_PORT: String(ports.smtp),
    SANDBOX_URL: base,
    APP_URL: `http://localhost:${ports.web}`,
    SMTP_URL: `smtp://localhost:${ports.smtp}`,
    SANDBOX_TOKEN: secrets.SANDBOX_TOKEN,
    ...(env.OMISE_SECRET_KEY === undefined ? gateway : {}),
    ...(env.LINE_LOGIN_CHANNEL_SECRET === undefined ? line : {}),
    ...(env.MYCLOUD_SECRET_KEY === undefined ? fulfilment : {}),
    ...(env.STORE_PUBLIC_KEY === undefined ? store : {}),
    ...(env.SLIPOK_API_KEY === undefined ? slips : {}),
  };
}

/**
 * Returns the variables for the sandbox process. They contain neither SMTP_URL nor the secrets of real
 * providers.
 * @param {Env} env @returns {Env}
 */
export function sandboxProcessEnv(env) {
  const base = sandboxBase(env, Number(env.SANDBOX_PORT));
  const here = new Set([...LOOPBACK].map((host) => `${host}:${env.SANDBOX_PORT}`));
  /** Whether the address belongs to the sandbox. @param {string} address */
  const isPlayed = (address) =>
    address.startsWith(`${base}/`) || (URL.canParse(address) && here.has(new URL(address).host));
  const real = Object.entries(ACCOUNTS).filter(([url]) => !isPlayed(env[url] ?? ''));
  const withheld = new Set(['SMTP_URL', ...real.flatMap(([, names]) => names)]);
  return Object.fromEntries(Object.entries(env).filter(([name]) => !withheld.has(name)));
}

/**
 * Returns the variables that the launcher adds to the caller's variables for its child processes. The
 * caller's value has priority, except for PORT, DATA_DIR, NODE_ENV, NEXT_TELEMETRY_DISABLED and DEV.
 * @param
 * {{ caller: Env, dev: boolean, ports: Ports, secrets: Secrets, dataDir: string, databaseUrl: string | undefined }}
 * known
 * @returns {Env}
 */
export function addedEnv({ caller, dev, ports, secrets, dataDir, databaseUrl }) {
  const decided = {
    PORT: String(ports.web),
    DATA_DIR: dataDir,
    NODE_ENV: nodeEnv(caller, dev),
    NEXT_TELEMETRY_DISABLED: '1',
    ...(dev ? { DEV: '1' } : {}),
  };
  const { APP_SECRET, OPERATOR_TOKEN } = secrets;
  const shared = isOpen(caller) ? secrets : { ...secrets, ...SANDBOX_SECRETS };
  const filled = {
    APP_SECRET,
    ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
    ...(wantsSandbox(caller, dev) ? sandboxEnv(caller, ports, shared) : {}),
    ...(isProduction(caller, dev)
      ? {}
      : {
          SITE_URL: `http://localhost:${ports.web}`,
          DEMO_PASSWORD: isOpen(caller) ? secrets.DEMO_PASSWORD : DEMO_PASSWORD,
          OPERATOR_TOKEN,
        }),
  };
  const missing = Object.entries(filled).filter(([name]) => caller[name] === undefined);
  return { ...Object.fromEntries(missing), ...decided };
}
