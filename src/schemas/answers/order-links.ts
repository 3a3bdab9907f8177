import { z } from 'zod';
import { LINK_ACTIONS, ONE_TAP_STATES, REPAIR_STATES } from '@/domain/order-link';
import { PAY_APPS } from '@/domain/pay-app';
import { day, moment, satang, wordsAnswer } from './parts';

export const repairAnswer = z
  .strictObject({
    state: z.enum(REPAIR_STATES),
    orderNumber: z.int(),
    amount: satang,
    paymentDate: day,
    paidOn: day.nullable(),
    nextTryOn: day.nullable().describe('When the card is charged again automatically.'),
    endsOn: day.nullable().describe('The last day to pay in another way.'),
    qr: z
      .strictObject({ imageUrl: z.string(), endsAt: moment })
      .nullable()
      .describe('The PromptPay QR code that can be scanned now.'),
    app: z
      .strictObject({ name: z.enum(PAY_APPS), authorizeUri: z.string(), endsAt: moment })
      .nullable()
      .describe('The payment that waits in a banking app or wallet, and the address that opens it.'),
    apps: z
      .array(z.enum(PAY_APPS))
      .describe('The banking apps and wallets in which the order can be paid now.'),
    authorizeUri: z.string().nullable().describe('Where the bank asks to confirm the payment.'),
    reason: z.string().nullable().describe('Why the newest charge was declined.'),
    nextDate: day.nullable().describe('The payment date of the next order.'),
    sameCard: z.boolean().describe('Whether the saved card can be charged again from here.'),
    bankAccount: z.boolean().describe('Whether a bank account can be linked, after a log-in.'),
    canSave: z.boolean().describe('Whether the caller is logged in as the owner, who can save a card.'),
  })
  .meta({ id: 'Repair', description: 'The order of a repair link, without any data of the account.' });

export const oneTapAnswer = z
  .strictObject({
    action: z.enum(LINK_ACTIONS).exclude(['fix']),
    state: z.enum(ONE_TAP_STATES),
    orderNumber: z.int(),
    paymentDate: day,
    movesTo: day.nullable().describe('The day to which the link moves the order.'),
    until: day.describe('The last day on which the action is possible.'),
    nextDate: day.nullable().describe('The payment date of the next box besides this order.'),
    hasFreeProduct: z.boolean(),
    swap: z
      .strictObject({
        from: wordsAnswer,
        to: wordsAnswer,
        packs: z.int(),
        before: satang.describe('The total of the order now.'),
        after: satang.describe('The total of the order with the substitute.'),
      })
      .nullable()
      .describe('The substitute for a sold-out product that the link can accept now.'),
    undoUntil: moment.nullable().describe('Until when the link can take its action back.'),
  })
  .meta({ id: 'OneTap', description: 'The order of a one-tap link, without any data of the account.' });

export const repairByCardAnswer = z.strictObject({
  charge: z
    .union([
      z.strictObject({ outcome: z.literal('paid') }),
      z.strictObject({ outcome: z.literal('action_required'), authorizeUri: z.string() }),
      z.strictObject({ outcome: z.literal('pending') }),
      z.strictObject({ outcome: z.literal('declined'), reason: z.string() }),
    ])
    .meta({ id: 'RepairCharge' }),
  order: repairAnswer,
});
