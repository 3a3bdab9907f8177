import type { PlantedBug } from './planted-bugs';

const transfers = 'src/server/links/transfers.ts';
const methods = 'src/domain/lifecycle/methods.ts';
const statementRules = 'src/domain/statement.ts';
const linkSweeps = 'src/server/links/expire-links.ts';

/** The same for links, QR codes and transfers, and for what is sent. */
export const PLANTED_OFFLINE_BUGS: readonly PlantedBug[] = [
  {
    name: 'a link ends without a look at its last QR code',
    file: linkSweeps,
    find: '  return lastQr !== null && lastQr.closedAt === null;',
    put: '  return lastQr !== null && lastQr.closedAt !== null;',
  },
  {
    name: 'a link ends, and the subscription stays active',
    file: 'src/domain/lifecycle/declines.ts',
    find: 'changes: join(ended, deactivate(subscription, ahead))',
    put: 'changes: ended',
  },
  {
    name: 'a link that is due is never made',
    file: linkSweeps,
    find: '    await openLink(tx, now, due.orderId, { expiresAt: linkEndsAt(now), asked: false });\n',
    put: '',
  },
  {
    name: 'a transfer of another amount is taken',
    file: transfers,
    find: "  const complaint = transfer.isDoubtful ? 'doubtful' : complaintAbout(now, transfer, found);\n",
    put: '  const complaint = complaintAbout(now, { ...transfer, amount: expected ?? 0 }, found);\n',
    also: [
      {
        file: 'src/domain/settlement.ts',
        find: 'if (facts.expectedAmount !== undefined && facts.expectedAmount !== amount) {',
        put: 'if (facts.expectedAmount === 0 && amount !== 0) {',
      },
    ],
  },
  {
    name: 'a line of the statement is another one each time it is read',
    file: transfers,
    find: '  const found = await lockLink(tx, transfer.reference);\n',
    put: '  const found = await lockLink(tx, transfer.reference);\n  transfer = { ...transfer, providerRef: `${transfer.providerRef}@${ctx.now.getTime()}` };\n',
    also: [
      {
        file: transfers,
        find: '    .where(eq(bankTransfers.providerRef, transfer.providerRef))\n',
        put: "    .where(eq(bankTransfers.providerRef, ''))\n",
      },
    ],
  },
  {
    name: 'the identity of a line of the statement depends on the export format',
    file: statementRules,
    find: '  if (record.isByHand || !looksLike(line, record)',
    put: '  if (record.isByHand || line.format !== record.format || !looksLike(line, record)',
    also: [
      {
        file: statementRules,
        find: 'isDoubtful: alike.some((other) => !isOtherLine(line, other))',
        put: 'isDoubtful: alike.length < 0',
      },
    ],
  },
  {
    name: 'a cancellation leaves the link open',
    file: 'src/domain/lifecycle/orders.ts',
    find: 'links: hasPayment && !keepsLink ?',
    put: "links: hasPayment && !keepsLink && to !== 'void' ?",
  },
  {
    name: 'a QR code lives a day, whenever its link ends',
    file: 'src/domain/payment-link.ts',
    find: '  const endsAt = Math.min(latest, linkExpiresAt.getTime());',
    put: '  const endsAt = latest;',
  },
  {
    name: 'whoever goes over to a card may still pay by the link',
    file: methods,
    find: "    links: [{ orderId: id, as: 'void' }],\n",
    put: '',
  },
  {
    name: 'whoever goes over to links is still due to be charged',
    file: methods,
    find: "    method: 'offline',\n    status: 'pending',\n    reason: null,\n    dueAt: null,\n    givesUpAt: null,\n",
    put: "    status: 'pending',\n    reason: null,\n",
  },
  {
    name: 'a QR code that may be paid is not read before a card is charged',
    file: 'src/server/charging/unread-qrs.ts',
    find: '!qrsRead.has(attemptId)',
    put: "attemptId === '' && !qrsRead.has(attemptId)",
  },
  {
    name: 'a first payment by card leaves the link open',
    file: 'src/server/checkout/first-payment.ts',
    find: "    await closeLinks(tx, ctx.now, subscription, prepared.orderId, 'void');\n",
    put: '',
  },
  {
    name: 'the job of a message is not written with it',
    file: 'src/server/lifecycle/delivery-jobs.ts',
    find: '    await addDeliveries(tx, now, handed);\n',
    put: '',
    also: [
      {
        file: 'src/server/lifecycle/delivery-jobs.ts',
        find: 'jobEnd().toISOString()];\n',
        put: "jobEnd().toISOString()].with(2, '2036-01-01T00:00:00Z');\n",
      },
    ],
  },
];
