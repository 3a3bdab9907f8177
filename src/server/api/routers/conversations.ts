import { contactInput, talkInput, writeOnTalkInput } from '@/schemas/conversations';
import { sendContact } from '../../subscriber/conversations/contact';
import { showTalk, writeOnTalk } from '../../subscriber/conversations/talk';
import { asReader, procedureNamed, publicProcedure, router } from '../trpc';
import { LINK_TOKEN } from './examples';

const KEY = '6f1c2b1e-8a55-4b52-9a35-0c3f5f0e8a11';

/** What people write to the staff: the contact form, and the page of its conversation, whose token is the access control. */
export const conversationsRouter = router({
  send: publicProcedure
    .use(asReader)
    .meta({
      who: 'anyone',
      example: {
        input: {
          key: KEY,
          topic: 'delivery',
          name: 'Mali Suk',
          email: 'mali@example.test',
          locale: 'en',
          text: 'Where is my parcel?',
        },
      },
    })
    .input(contactInput)
    .mutation(({ ctx, input }) => sendContact(ctx, ctx.readerId, input, ctx.caller)),
  show: publicProcedure
    .meta({ who: 'link', example: { input: { token: LINK_TOKEN } } })
    .input(talkInput)
    .query(({ ctx, input }) => showTalk(ctx, input.token)),
  write: procedureNamed('UPDATE_FAILED')
    .meta({ who: 'link', example: { input: { token: LINK_TOKEN, key: KEY, text: 'Thank you' } } })
    .input(writeOnTalkInput)
    .mutation(({ ctx, input }) => writeOnTalk(ctx, input, ctx.caller)),
});
