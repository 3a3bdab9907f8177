// @ts-check
// The public values of the sandbox. No real account has them. `npm start` reads this file before any package is
// installed.

/**
 * The secrets that the product and the sandbox share while only this machine can reach the product. They are public, so
 * that another client can be connected to the sandbox.
 */
export const SANDBOX_SECRETS = {
  OMISE_WEBHOOK_SECRET: 'c29mdC1jb3R0b24td2ViaG9vay1zZWNyZXQtMDAwMDAx',
  LINE_LOGIN_CHANNEL_SECRET: 'line-login-secret-of-the-sandbox',
  LINE_MESSAGING_ACCESS_TOKEN: 'line-access-token-of-the-sandbox',
  LINE_MESSAGING_CHANNEL_SECRET: 'line-messaging-secret-of-the-sandbox',
  MYCLOUD_API_KEY: 'mycloud-key-of-the-sandbox',
  MYCLOUD_SECRET_KEY: 'mycloud-secret-of-the-sandbox',
  MYCLOUD_WEBHOOK_SECRET: 'mycloud-webhook-of-the-sandbox',
  SLIPOK_API_KEY: 'slipok-key-of-the-sandbox',
};

/** All values of the sandbox, by setting. `npm start` draws another SANDBOX_TOKEN. */
export const SANDBOX_VALUES = {
  ...SANDBOX_SECRETS,
  OMISE_PUBLIC_KEY: 'pkey_test_ira_sandbox',
  OMISE_SECRET_KEY: 'skey_test_ira_sandbox',
  LINE_LOGIN_CHANNEL_ID: '1650000000',
  STORE_PUBLIC_KEY: 'public_sandbox',
  SANDBOX_TOKEN: 'sandbox-token-outside-production',
};
