// @ts-check
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';

/** @typedef {Record<string, string | undefined>} Env */
/** @typedef {import('./secrets.mjs').Secrets} Secrets */
/** @typedef {{ web: number, sandbox: number, smtp: number }} Ports */

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);
/** Public values. */
export const DEMO_PASSWORD = 'demo-password-1';

/**
 * Merges the caller's variables over those of `.env`, or of the file that ENV_FILE names (ENV_FILE empty: no file).
 * An empty value counts as not set. @param {Env} caller @param {string} root @returns {Env}
 */
export function callerEnv(caller, root) {
  const file = join(root, caller.ENV_FILE ?? '.env');
  const found = caller.ENV_FILE !== '' && existsSync(file) ? parseEnv(readFileSync(file, 'utf8')) : {};
  const all = Object.entries({ ...found, ...caller });
  return Object.fromEntries(all.filter(([, value]) => value !== '' && value !== undefined));
}

/** @param {Env} env */
export function isPublic(env) {
  if (env.SITE_URL === undefined) return false;
  try {
    return !LOOPBACK.has(new URL(env.SITE_URL).hostname);
  } catch {
    return true; // malformed: the web process reports it
  }
}

/** Whether other machines can reach the product. @param {Env} env */
export function isOpen(env) {
  const hosts = env.HOST?.split(',') ?? [];
  return isPublic(env) || hosts.some((host) => !LOOPBACK.has(host) && host !== '::1');
}

/**
 * `next build` and `next dev` each need their NODE_ENV. A caller's value counts only for a public site, where it
 * decides whether this is production. @param {Env} env @param {boolean} dev
 */
function nodeEnv(env, dev) {
  if (isPublic(env) && env.NODE_ENV !== undefined) return env.NODE_ENV;
  return dev ? 'development' : 'production';
}

/**
 * Whether this is production: there the caller has to set what is required, and the sandbox has to be allowed.
 * @param {Env} env @param {boolean} dev
 */
export function isProduction(env, dev) {
  return isPublic(env) && nodeEnv(env, dev) === 'production';
}

/** @param {Env} env @param {boolean} dev */
export function wantsSandbox(env, dev) {
  if (env.SANDBOX === 'off') return false;
  const allowed = [env.ALLOW_SANDBOX, env.ALLOW_FAKES];
  return !isProduction(env, dev) || allowed.some((value) => ['on', 'true', '1'].includes(value ?? ''));
}

/**
 * Returns the address of the sandbox. The check of the settings reports a malformed one.
 * @param {Env} env @param {number} port
 */
function sandboxBase({ SANDBOX_URL = '' }, port) {
  return URL.canParse(SANDBOX_URL) ? SANDBOX_URL.replace(/\/+$/, '') : `http://localhost:${port}`;
}

/** For every provider: the setting of its address, and the secrets that it shares with us. */
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
};

/**
 * Returns the settings of the sandbox's providers. A provider whose secret the caller has set is the real one and is
 * left out.
 * @param {Env} env @param {Ports} ports @param {Secrets} secrets
 */
function sandboxEnv(env, ports, secrets) {
  const base = sandboxBase(env, ports.sandbox);
  const gateway = {
    OMISE_API_URL: `${base}/omise/api`,
    OMISE_VAULT_URL: `${base}/omise/vault`,
    OMISE_JS_URL: `${base}/omise/js/omise.js`,
    OMISE_PUBLIC_KEY: 'pkey_test_ira_sandbox',
    OMISE_SECRET_KEY: 'skey_test_ira_sandbox',
    OMISE_WEBHOOK_SECRET: secrets.OMISE_WEBHOOK_SECRET,
  };
  const line = {
    LINE_ACCESS_URL: `${base}/line/access`,
    LINE_API_URL: `${base}/line/api`,
    LINE_LOGIN_CHANNEL_ID: '1650000000',
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
    STORE_PUBLIC_KEY: 'public_sandbox',
    ECWID_API_URL: `${base}/ecwid/api/v3`,
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
  };
}

/**
 * Returns the variables for the sandbox, without the keys of real providers.
 * @param {Env} env @returns {Env}
 */
export function sandboxProcessEnv(env) {
  const base = sandboxBase(env, Number(env.SANDBOX_PORT));
  const here = new Set([...LOOPBACK].map((host) => `${host}:${env.SANDBOX_PORT}`));
  /** @param {string} address */
  const isPlayed = (address) =>
    address.startsWith(`${base}/`) || (URL.canParse(address) && here.has(new URL(address).host));
  const real = Object.entries(ACCOUNTS).filter(([url]) => !isPlayed(env[url] ?? ''));
  const withheld = new Set(['SMTP_URL', ...real.flatMap(([, names]) => names)]);
  return Object.fromEntries(Object.entries(env).filter(([name]) => !withheld.has(name)));
}

/**
 * Returns the variables that the launcher adds to the caller's for the processes that it starts. The caller's values
 * win, except for what the launcher decides (ports, data directory, NODE_ENV).
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
  const filled = {
    APP_SECRET,
    ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
    ...(wantsSandbox(caller, dev) ? sandboxEnv(caller, ports, secrets) : {}),
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
