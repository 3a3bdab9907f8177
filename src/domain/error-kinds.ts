export type ErrorKind =
  | 'invalid'
  | 'unauthenticated'
  | 'forbidden'
  | 'not_found'
  | 'declined'
  | 'method'
  | 'conflict'
  | 'too_large'
  | 'media'
  | 'throttled'
  | 'internal'
  | 'unavailable';

/** All error codes. The kind determines the HTTP status. The code determines the translated message. */
export const ERROR_KINDS = {
  INPUT_INVALID: 'invalid',
  BOX_INVALID: 'invalid',
  CODE_INVALID: 'invalid',
  POSTCODE_INVALID: 'invalid',
  PROVINCE_MISMATCH: 'invalid',
  REASON_INVALID: 'invalid',
  DATE_OUT_OF_RANGE: 'invalid',
  PASSWORDS_DIFFER: 'invalid',
  CARD_DATA_REFUSED: 'invalid',
  TOKEN_EXPIRED: 'invalid',
  SLIP_UNREADABLE: 'invalid',

  LOGIN_INCORRECT: 'unauthenticated',
  NOT_LOGGED_IN: 'unauthenticated',
  NOT_ALLOWED: 'forbidden',
  PROOF_REQUIRED: 'forbidden',
  ORDER_NOT_FOUND: 'not_found',
  CARD_NOT_FOUND: 'not_found',
  PASSKEY_NOT_FOUND: 'not_found',
  NOT_FOUND: 'not_found',
  EVENTS_GONE: 'not_found',
  CARD_DECLINED: 'declined',
  METHOD_NOT_ALLOWED: 'method',
  TOO_LARGE: 'too_large',
  NOT_JSON: 'media',

  EMAIL_TAKEN: 'conflict',
  LINE_TAKEN: 'conflict',
  LINE_DENIED: 'conflict',
  LINE_NOT_LINKED: 'conflict',
  LINE_LINKED_ELSEWHERE: 'conflict',
  PASSKEY_REFUSED: 'conflict',
  PASSKEY_EXPIRED: 'conflict',
  PASSKEY_TAKEN: 'conflict',
  PASSKEYS_FULL: 'conflict',
  LAST_WAY_IN: 'conflict',
  LAST_OWNER: 'conflict',
  STAFF_TAKEN: 'conflict',
  DAILY_LIMIT: 'conflict',
  MONTHLY_LIMIT: 'conflict',
  PERSON_LIMIT: 'conflict',
  OWN_ACCOUNT: 'conflict',
  REFUSED: 'conflict',
  MESSAGE_NOT_RESENDABLE: 'conflict',
  MESSAGE_SENT_RECENTLY: 'conflict',
  EMAIL_UNKNOWN: 'conflict',
  LOGIN_CODE_INCORRECT: 'conflict',
  PASSWORD_INCORRECT: 'conflict',
  PAYMENT_PENDING: 'conflict',
  STEP_MISSING: 'conflict',
  NOT_ACTIVE: 'conflict',
  OFFLINE_DISABLED: 'conflict',
  NOTHING_TO_PAY: 'conflict',
  CARD_DUPLICATE: 'conflict',
  CARD_LAST: 'conflict',
  SLIP_USED: 'conflict',
  BANK_ACCOUNT_IN_USE: 'conflict',
  ALREADY_CANCELLED: 'conflict',
  NOT_REACTIVATABLE: 'conflict',
  REFUNDED_TODAY: 'conflict',
  PAID_TODAY: 'conflict',
  SKIP_TOO_LATE: 'conflict',
  MOVE_TOO_LATE: 'conflict',
  ORDER_NOT_NEXT: 'conflict',
  BOX_FIXED: 'conflict',
  PARCEL_TAKEN: 'conflict',
  ORDER_NOT_UPCOMING: 'conflict',
  POINTS_TOO_FEW: 'conflict',
  PRODUCT_NOT_REDEEMABLE: 'conflict',
  ORDER_HAS_FREE_PRODUCT: 'conflict',
  NO_UPCOMING_ORDER: 'conflict',
  TAX_INVOICE_NOT_POSSIBLE: 'conflict',
  TAX_INVOICE_TOO_LATE: 'conflict',
  TAX_INVOICE_ISSUED: 'conflict',
  STALE: 'conflict',
  TOTAL_CHANGED: 'conflict',
  IDEMPOTENCY_KEY_REUSED: 'conflict',
  IDEMPOTENCY_KEY_BUSY: 'conflict',
  BILLING_RUNNING: 'conflict',

  THROTTLED: 'throttled',
  INTERNAL: 'internal',

  UNAVAILABLE: 'unavailable',
  LOGIN_FAILED: 'unavailable',
  LINE_FAILED: 'unavailable',
  PASSKEY_FAILED: 'unavailable',
  RESET_FAILED: 'unavailable',
  REGISTER_FAILED: 'unavailable',
  CHECKOUT_FAILED: 'unavailable',
  BANK_LINK_FAILED: 'unavailable',
  CARD_REMOVE_FAILED: 'unavailable',
  CARD_DEFAULT_FAILED: 'unavailable',
  CONVERT_FAILED: 'unavailable',
  CANCEL_FAILED: 'unavailable',
  REACTIVATE_FAILED: 'unavailable',
  REDEEM_FAILED: 'unavailable',
  CHANGE_BOX_FAILED: 'unavailable',
  CHANGE_FREQUENCY_FAILED: 'unavailable',
  CHANGE_PAYMENT_DAY_FAILED: 'unavailable',
  PAUSE_FAILED: 'unavailable',
  RESUME_FAILED: 'unavailable',
  MOVE_FAILED: 'unavailable',
  CHANGE_ORDER_FAILED: 'unavailable',
  ORDER_NOW_FAILED: 'unavailable',
  TAX_INVOICE_FAILED: 'unavailable',
  UPDATE_FAILED: 'unavailable',
} as const satisfies Record<string, ErrorKind>;

export type ErrorCode = keyof typeof ERROR_KINDS;

/** All error codes as a list. */
export const ERROR_CODES = Object.keys(ERROR_KINDS) as ErrorCode[];

/** Returns the kind of an error: that of its code, unless the error names another one. */
export function kindOf(error: { code: ErrorCode; otherKind?: ErrorKind | undefined }): ErrorKind {
  return error.otherKind ?? ERROR_KINDS[error.code];
}
