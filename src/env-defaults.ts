/** Returns the default settings outside production. They make every setting optional. */
export function defaultsOutsideProduction(
  source: Record<string, string | undefined>,
): Record<string, string> {
  const site = source.SITE_URL ?? `http://localhost:${source.PORT ?? '3000'}`;
  // Returns the values of the sandbox if none of these settings is set. So a real account never gets these
  // values.
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
    // Both LINE channels have the same API address.
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
