import type { z } from 'zod';
import type { waysInAnswer } from '@/schemas/answers/ways-in';
import { builder, given } from './builder';

const WaysInType = builder.objectRef<z.output<typeof waysInAnswer>>('WaysIn').implement({
  description: 'How somebody can log in.',
  fields: (t) => ({
    hasPassword: t.exposeBoolean('hasPassword'),
    emailVerified: t.exposeBoolean('emailVerified'),
    lineLinked: t.boolean({ resolve: ({ line }) => line !== null }),
    canUnlinkLine: t.exposeBoolean('canUnlinkLine', { description: 'False while LINE is the only way in.' }),
  }),
});

builder.mutationFields((t) => ({
  unlinkLine: t.field({
    nullable: true,
    type: WaysInType,
    description:
      'Takes LINE off the account, as long as another way in remains. Calling it again changes nothing.',
    args: { password: t.arg.string() },
    resolve: (_root, args, { api }) => api.account.unlinkLine(given(args)),
  }),
}));
