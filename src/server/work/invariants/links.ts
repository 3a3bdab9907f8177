import {
  BOOKED_TRANSFER_STATUSES,
  OPEN_ATTEMPT_STATUSES,
  UNBOOKED_TRANSFER_STATUSES,
} from '@/domain/payment';
import { TRANSFER_HOLD_DAYS } from '@/domain/payment-link';
import { sqlList } from '../../db/sql-list';
import type { InvariantBody } from './body';

const OPEN = sqlList(OPEN_ATTEMPT_STATUSES);
const BOOKED = sqlList(BOOKED_TRANSFER_STATUSES);

/**
 * Returns an SQL condition: a transfer is not booked that names one of the orders, or no order, and so may delay the end
 * of a registration.
 */
export const mayBeHeld = (orderIds: string) =>
  `exists (select 1 from bank_transfers t where t.status in ${sqlList(UNBOOKED_TRANSFER_STATUSES)}
         and t.recorded_at > clock.now - interval '${TRANSFER_HOLD_DAYS} days'
         and (t.order_id is null or t.order_id in (${orderIds})))`;

/** Invariants of payment links, QR codes and bank transfers. */
export const LINKS: readonly InvariantBody[] = [
  [
    'an open payment link has the total of its order, and the order is unpaid',
    `select l.id from payment_links l cross join clock join orders o on o.id = l.order_id
       where l.status = 'open' and (o.status not in ('charging','awaiting_payment','unpaid') or l.amount <> o.total)`,
  ],
  [
    'an order awaiting payment has an open link or a due one',
    `select o.id from orders o cross join clock join payments p on p.order_id = o.id
       where o.status = 'awaiting_payment' and (p.method <> 'offline' or (p.due_at is null
         and not exists (select 1 from payment_links l where l.order_id = o.id and l.status = 'open')))`,
  ],
  [
    'a link is closed within a day of its expiry unless its QR code may be paid or a transfer is not booked',
    `select l.id from payment_links l, clock where l.status = 'open' and l.expires_at < clock.now - interval '1 day'
       and not exists (select 1 from charge_attempts a where a.order_id = l.order_id and a.status in ${OPEN})
       and not ${mayBeHeld('l.order_id')}`,
  ],
  [
    'the order of a paid link is paid',
    `select l.id from payment_links l cross join clock join orders o on o.id = l.order_id
       where l.status = 'paid' and o.status not in ('paid','refunded')`,
  ],
  [
    'an order that was given up by its repair link is void',
    `select o.id from order_links l cross join clock join orders o on o.id = l.order_id
       where l.action = 'fix' and l.used_at is not null and o.status <> 'void'`,
  ],
  [
    'a QR code ends with its link and within a day',
    `select a.id from charge_attempts a cross join clock left join payment_links l on l.id = a.link_id
       where a.source = 'promptpay' and (a.expires_at > l.expires_at or a.expires_at > a.sent_at + interval '1 day')`,
  ],
  [
    'a reactivated subscription awaiting payment has an open order',
    `select s.id from subscriptions s, clock where s.status = 'awaiting_payment' and s.activated_at is not null
       and not exists (select 1 from orders o where o.subscription_id = s.id and o.kind = 'reactivation'
         and o.status in ('charging','awaiting_payment'))`,
  ],
  [
    'a bank transfer is booked exactly when its payment is recorded',
    `select b.id from bank_transfers b cross join clock left join money_received m on m.id = b.money_id
       where (b.status in ${BOOKED}) <> (m.id is not null)
          or (b.status = 'matched') <> (m.id is not null and m.verdict = 'kept')
          or m.amount <> b.amount and m.order_id is not null
            and (select sum(t.amount) from bank_transfers t where t.money_id = m.id) <> m.amount
              + coalesce((select sum(s.amount) from money_received s
                  where s.order_id = m.order_id and s.verdict = 'surplus'), 0)`,
  ],
];
