import { z } from 'zod';
import { ACTIVITIES } from '@/domain/activity';
import { DEVICE_FORMS } from '@/schemas/device';
import { LOG_IN_METHODS } from '@/domain/session';
import { moment } from './parts';

export const magicLinkSentAnswer = z.strictObject({
  expiresInMinutes: z.int().describe('How many minutes the link is valid.'),
});

/**
 * The response if a login link is not opened in the browser that requested it. `email` is masked. `code`: the
 * code to type in the requesting browser; empty for a link in LINE, which no browser has requested.
 */
export const magicLinkElsewhereAnswer = z.strictObject({ email: z.string(), code: z.string() });

/** One session of an account. `browser` and `system` are null if the user agent does not identify them. */
export const sessionAnswer = z
  .strictObject({
    sessionId: z.string(),
    current: z.boolean(),
    form: z.enum(DEVICE_FORMS),
    browser: z.string().nullable(),
    system: z.string().nullable(),
    method: z.enum(LOG_IN_METHODS),
    startedAt: moment,
    lastActiveAt: moment,
  })
  .meta({ id: 'Session' });

export const sessionsAnswer = z.strictObject({ sessions: z.array(sessionAnswer) });

/** The latest security events of an account. `method` and `device` are null if the event has none. */
export const activityAnswer = z.strictObject({
  activity: z.array(
    z.strictObject({
      what: z.enum(ACTIVITIES),
      at: moment,
      method: z.enum(LOG_IN_METHODS).nullable(),
      device: z
        .strictObject({
          form: z.enum(DEVICE_FORMS),
          browser: z.string().nullable(),
          system: z.string().nullable(),
        })
        .nullable(),
    }),
  ),
});

export const loginMethodsAnswer = z
  .strictObject({
    hasPassword: z.boolean(),
    emailVerified: z.boolean(),
    line: z
      .strictObject({
        displayName: z.string().nullable(),
        friend: z.boolean(),
        blocked: z.boolean(),
        connectedAt: moment,
        /**
         * Whether LINE was linked after the registration and in the last 30 days. The page then asks the
         * subscriber to confirm the link.
         */
        isNew: z.boolean(),
      })
      .nullable(),
    canUnlinkLine: z.boolean().describe('False while LINE is the only login method.'),
    /**
     * Whether a log-in with LINE proves the identity of the subscriber. False without LINE, and for one day
     * after LINE was linked.
     */
    lineCanProve: z.boolean(),
    passkeys: z.int().describe('How many passkeys the account has.'),
    /**
     * Whether a passkey proves the identity of the subscriber. False without one that was added at least a day
     * ago.
     */
    passkeyCanProve: z.boolean(),
    /**
     * Whether the log-in is less than ten minutes old. It then allows sensitive changes without another
     * proof.
     */
    freshLogIn: z.boolean(),
  })
  .meta({ id: 'LoginMethods', description: 'The login methods of an account.' });
