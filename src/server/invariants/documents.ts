import type { InvariantBody } from './body';

/** Returns SQL for the VAT in an amount, rounded like `containedVat`. */
const vatIn = (amount: string) => `((14 * (${amount}) + 107) / 214)`;

/** Invariants of receipts and credit notes. */
export const DOCUMENTS: readonly InvariantBody[] = [
  [
    'documents of a kind are numbered from 1 without gaps or duplicates',
    `select s.kind as id from document_series s cross join clock left join (
         select kind, count(*) as n, count(distinct number) as numbers, max(number) as highest
         from documents group by kind) d on d.kind = s.kind
       where (s.last, s.last, s.last) <> (coalesce(d.n, 0), coalesce(d.numbers, 0), coalesce(d.highest, 0))`,
  ],
  [
    'a paid order has one receipt within a day, and no other order has a receipt',
    `select o.id from orders o cross join clock
       left join (select order_id, count(*) as n from documents where kind = 'receipt' group by order_id) d
         on d.order_id = o.id
       left join money_received m on m.order_id = o.id and m.verdict = 'kept'
       where d.n > 1 or (d.n > 0 and o.paid_at is null)
          or (d.n is null and coalesce(m.recorded_at, o.paid_at) < clock.now - interval '1 day')`,
  ],
  [
    'a refund of an order has one credit note within a day, and no other refund has a credit note',
    `select r.id from refunds r cross join clock join money_received m on m.id = r.money_id
       left join (select refund_id, count(*) as n from documents where refund_id is not null group by refund_id) d
         on d.refund_id = r.id
       where d.n > 1 or (d.n > 0 and (r.status <> 'succeeded' or m.verdict <> 'kept'))
          or (d.n is null and r.status = 'succeeded' and m.verdict = 'kept'
            and r.closed_at < clock.now - interval '1 day')`,
  ],
  [
    'the amount and the VAT of a document equal the payment or the refund',
    `select d.id from documents d cross join clock join orders o on o.id = d.order_id
       left join refunds r on r.id = d.refund_id
       where d.amount <> case d.kind when 'receipt' then o.total else r.amount end
          or d.vat + (d.content ->> 'net')::bigint <> d.amount
          or d.vat <> case d.kind when 'receipt' then ${vatIn('d.amount')}
            else ${vatIn(`(d.content ->> 'before')::bigint`)} - ${vatIn(`(d.content ->> 'after')::bigint`)} end
          or (d.content ->> 'before')::bigint - (d.content ->> 'after')::bigint <> d.amount`,
  ],
];
