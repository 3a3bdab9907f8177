/** What the proxy needs to know. It reads these alone: the whole of the settings is more than a proxy may carry. */
export interface ProxySettings {
  isDevelopment: boolean;
  /** Where the card gateway's form and vault live; malformed addresses are left out. */
  gatewayOrigins: string[];
}

/** The settings of the proxy, with the defaults of src/env.ts. */
export function proxySettings(source: Record<string, string | undefined> = process.env): ProxySettings {
  const urls = [
    source.OMISE_JS_URL || 'https://cdn.omise.co/omise.js',
    source.OMISE_VAULT_URL || 'https://vault.omise.co',
  ];
  const origins = urls.filter((url) => URL.canParse(url)).map((url) => new URL(url).origin);
  return { isDevelopment: source.NODE_ENV !== 'production', gatewayOrigins: [...new Set(origins)] };
}
