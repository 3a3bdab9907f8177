/** The `Retry-After` seconds during maintenance. */
export const MAINTENANCE_RETRY_SECONDS = 60;
