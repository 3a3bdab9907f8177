import { DESK_CALLS } from './desk';
import { DOCUMENT_CALLS } from './documents';
import { LINE_CALLS } from './line';
import { PROCESS_CALLS } from './process';
import { SANDBOX_CALLS } from './sandbox';
import type { SystemCalls } from './system-call';
import { WEBHOOKS } from './webhooks';

/** All system calls, except the API documentation, which is made of them. */
export const SYSTEM_CALLS: SystemCalls = {
  ...LINE_CALLS,
  ...WEBHOOKS,
  ...PROCESS_CALLS,
  ...DOCUMENT_CALLS,
  ...DESK_CALLS,
  ...SANDBOX_CALLS,
};
