/** The messages that LINE takes from the account in a month. `limit`: null without one. */
export interface LineQuota {
  limit: number | null;
  used: number;
}

/** The share of the limit from which optional messages go by e-mail, so that the rest is for required ones. */
export const OPTIONAL_SHARE = 0.8;

/** Whether an optional message may still be pushed. Replies are free, and always possible. */
export function allowsOptional(quota: LineQuota | null): boolean {
  return quota === null || quota.limit === null || quota.used < quota.limit * OPTIONAL_SHARE;
}
