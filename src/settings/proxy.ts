import { providerUrls } from './providers';

/** The settings of src/proxy.ts. The module of all settings is too large for the proxy bundle. */
export interface ProxySettings {
  isDevelopment: boolean;
  /** The origins of the card gateway's form and vault, without malformed URLs. */
  gatewayOrigins: string[];
  /** The origins of the product images of the store; empty while no store is configured. */
  storeImageOrigins: readonly string[];
}

/** The image servers of Ecwid (https://api-docs.ecwid.com/reference/products, the URLs in `media`). */
export const STORE_IMAGE_ORIGINS: readonly string[] = [
  'https://d2j6dbq0eux0bg.cloudfront.net',
  'https://images-cdn.ecwid.com',
];

/**
 * Returns the origin that receives errors and recordings; null if `SENTRY_DSN` is not set. The format of
 * Sentry's DSN is https://key@host/project.
 */
export function tracingOrigin(source: Record<string, string | undefined> = process.env): string | null {
  const { SENTRY_DSN: dsn = '' } = source;
  return URL.canParse(dsn) ? new URL(dsn).origin : null;
}

/** Returns the settings of the proxy, with the defaults of src/settings/settings.ts. */
export function proxySettings(source: Record<string, string | undefined> = process.env): ProxySettings {
  const { OMISE_JS_URL, OMISE_VAULT_URL } = providerUrls(source);
  const urls = [source.OMISE_JS_URL || OMISE_JS_URL, source.OMISE_VAULT_URL || OMISE_VAULT_URL];
  const origins = urls.filter((url) => URL.canParse(url)).map((url) => new URL(url).origin);
  const hasStore = (source.STORE_ID || '0') !== '0';
  return {
    isDevelopment: source.NODE_ENV !== 'production',
    gatewayOrigins: [...new Set(origins)],
    storeImageOrigins: hasStore ? STORE_IMAGE_ORIGINS : [],
  };
}
