import { providerUrls } from './env-providers';

/** What the proxy needs to know. It reads these alone: the whole of the settings is more than a proxy may carry. */
export interface ProxySettings {
  isDevelopment: boolean;
  /** Where the card gateway's form and vault live; malformed addresses are left out. */
  gatewayOrigins: string[];
  /** Where the store keeps its pictures; empty while no store is configured. */
  storeImageOrigins: readonly string[];
}

/** Ecwid's own image servers (https://api-docs.ecwid.com/reference/products, the addresses in `media`). */
export const STORE_IMAGE_ORIGINS: readonly string[] = [
  'https://d2j6dbq0eux0bg.cloudfront.net',
  'https://images-cdn.ecwid.com',
];

/** Where errors and recordings go; null while that is not configured. Sentry's own form: https://key@host/project */
export function tracingOrigin(source: Record<string, string | undefined> = process.env): string | null {
  const { SENTRY_DSN: dsn = '' } = source;
  return URL.canParse(dsn) ? new URL(dsn).origin : null;
}

/** The settings of the proxy, with the defaults of src/env.ts. */
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
