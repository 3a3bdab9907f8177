/** The value of the `Retry-After` header during maintenance, in seconds. */
export const MAINTENANCE_RETRY_SECONDS = 60;
