/** After how many seconds whoever was sent away for maintenance is asked to come back. */
export const MAINTENANCE_RETRY_SECONDS = 60;
