import { z } from 'zod';
import { LINE_INTENTS } from '@/domain/line';
import { LOCALES } from '@/domain/locale';
import { answerLineCallback, answerLineStart } from '../line-routes';
import { describe, type Facts, type SystemCalls } from './system-call';

const redirect: Facts['done'] = {
  '204': { description: 'Nothing, for what is not opened as a page: an image, a frame, a prefetch' },
  '303': {
    description: 'To LINE, or to one of our pages',
    headers: { location: { schema: { type: 'string' }, required: true } },
  },
};

/** The redirects of a log-in with LINE. */
export const LINE_CALLS: SystemCalls = {
  '/api/auth/line/start': {
    method: 'GET',
    who: 'anyone',
    operation: describe({
      operationId: 'getAuthLineStart',
      summary: 'Send a browser to LINE, to log in, to register or to link',
      description: 'Redirects the browser to LINE Login. The result arrives at `/api/auth/line/callback`.',
      security: [{}, { session: [] }],
      requestParams: {
        query: z.object({
          intent: z.enum(LINE_INTENTS),
          next: z.string().max(300).optional().meta({ description: 'A path of ours to end at.' }),
          locale: z.enum(LOCALES).optional(),
          for: z
            .string()
            .max(16)
            .optional()
            .meta({ description: 'Which LINE user the message was sent to.' }),
          in: z.literal('line').optional().meta({ description: 'Opened from a message in LINE.' }),
        }),
      },
      done: redirect,
      refusals: ['INPUT_INVALID', 'INTERNAL'],
    }),
    answer: answerLineStart,
  },
  '/api/auth/line/callback': {
    method: 'GET',
    who: 'anyone',
    operation: describe({
      operationId: 'getAuthLineCallback',
      summary: 'Take a browser back from LINE; always a redirect to a page of ours',
      description: 'LINE redirects the browser to this path. Do not call it.',
      security: [],
      requestParams: {
        query: z.object({
          state: z.string().optional(),
          code: z.string().optional(),
          error: z.string().optional(),
        }),
      },
      done: redirect,
      refusals: ['INTERNAL'],
    }),
    answer: answerLineCallback,
  },
};
