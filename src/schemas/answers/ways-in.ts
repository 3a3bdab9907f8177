import { z } from 'zod';
import { ACTIVITIES } from '@/domain/activity';
import { DEVICE_FORMS } from '@/schemas/device';
import { LOG_IN_METHODS } from '@/domain/session';
import { moment } from './parts';

export const magicLinkSentAnswer = z.strictObject({
  expiresInMinutes: z.int().describe('How many minutes the link is valid.'),
});

/** For a link opened in another browser than the requesting one: the masked e-mail, and the code to type there. */
export const magicLinkElsewhereAnswer = z.strictObject({ email: z.string(), code: z.string() });

/** One session; `browser` and `system` are null if the user agent does not identify them. */
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

/** An account's latest authentication events; `method` and `device` are null where the event has none. */
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

export const waysInAnswer = z
  .strictObject({
    hasPassword: z.boolean(),
    emailVerified: z.boolean(),
    line: z
      .strictObject({
        displayName: z.string().nullable(),
        friend: z.boolean(),
        blocked: z.boolean(),
        connectedAt: moment,
        /** Linked in the last 30 days, after the registration: the page asks the subscriber to confirm it. */
        isNew: z.boolean(),
      })
      .nullable(),
    canUnlinkLine: z.boolean().describe('False while LINE is the only login method.'),
    /** False without LINE, and for one day after it was linked. */
    lineCanProve: z.boolean(),
    /** Whether the log-in is at most ten minutes old and so allows changes that a session alone does not. */
    freshLogIn: z.boolean(),
  })
  .meta({ id: 'WaysIn', description: 'The login methods of an account.' });
