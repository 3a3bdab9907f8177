type Source = Record<string, string | undefined>;

const LOOPBACK = new Set(['localhost', '127.0.0.1', '::1', '[::1]']);

/** Whether the host of a URL is this machine. */
export function isOnThisMachine(address: string): boolean {
  return LOOPBACK.has(new URL(address).hostname);
}

/** Whether the process runs in production: a production build with a site URL that is not on this machine. */
export function isProduction({ NODE_ENV, SITE_URL }: Source): boolean {
  if (NODE_ENV !== 'production' || !SITE_URL) return false;
  return !URL.canParse(SITE_URL) || !isOnThisMachine(SITE_URL);
}

/**
 * The URLs of the providers. Each entry has the setting of the provider's key, the provider's URL, and the
 * path in the sandbox.
 */
const PROVIDERS = {
  OMISE_API_URL: ['OMISE_SECRET_KEY', 'https://api.omise.co', '/omise/api'],
  OMISE_VAULT_URL: ['OMISE_SECRET_KEY', 'https://vault.omise.co', '/omise/vault'],
  OMISE_JS_URL: ['OMISE_SECRET_KEY', 'https://cdn.omise.co/omise.js', '/omise/js/omise.js'],
  /**
   * `LINE_ACCESS_URL`: the consent page of LINE, which visitors open. `LINE_API_URL`: the API of LINE, which
   * the product calls.
   */
  LINE_ACCESS_URL: ['LINE_LOGIN_CHANNEL_SECRET', 'https://access.line.me', '/line/access'],
  LINE_API_URL: ['LINE_LOGIN_CHANNEL_SECRET', 'https://api.line.me', '/line/api'],
  SLIPOK_API_URL: ['SLIPOK_API_KEY', 'https://api.slipok.com', '/slipok'],
  ECWID_API_URL: ['STORE_PUBLIC_KEY', 'https://app.ecwid.com/api/v3', '/ecwid/api/v3'],
  MYCLOUD_API_URL: ['MYCLOUD_SECRET_KEY', 'https://api.mycloudfulfillment.com/api/v1', '/mycloud/api/v1'],
} as const;

export type ProviderUrl = keyof typeof PROVIDERS;
export const PROVIDER_URLS = Object.keys(PROVIDERS) as ProviderUrl[];

/**
 * Returns the default URL of each provider. In production, and if the provider's key is set, this is the real
 * URL. Otherwise it is a URL of the sandbox.
 */
export function providerUrls(source: Source): Record<ProviderUrl, string> {
  const sandbox = source.SANDBOX_URL || `http://localhost:${source.SANDBOX_PORT || '3001'}`;
  const production = isProduction(source);
  const urls = Object.entries(PROVIDERS).map(([name, [key, real, path]]) => {
    const isReal = production || Boolean(source[key]);
    return [name, isReal ? real : sandbox.replace(/\/+$/, '') + path];
  });
  return Object.fromEntries(urls) as Record<ProviderUrl, string>;
}
