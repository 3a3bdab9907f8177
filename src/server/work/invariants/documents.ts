import type { InvariantBody } from './body';

/** Returns SQL for the VAT in an amount, rounded like `containedVat`. */
const vatIn = (amount: string) => `((14 * (${amount}) + 107) / 214)`;

/** Returns SQL for the printed number of a document. */
const numberOf = (letter: 'R' | 'C' | 'T', alias: string) =>
  `'${letter}-' || to_char(${alias}.issued_on, 'YYYY-') || lpad(${alias}.number::text, greatest(6, length(${alias}.number::text)), '0')`;

/** Invariants of receipts, tax invoices, credit notes and debit notes. */
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
       left join (select refund_id, count(*) as n from documents where kind = 'credit_note' group by refund_id) d
         on d.refund_id = r.id
       where d.n > 1 or (d.n > 0 and (r.status not in ('succeeded','corrected') or m.verdict <> 'kept'))
          or (d.n is null and r.status = 'succeeded' and m.verdict = 'kept'
            and r.closed_at < clock.now - interval '1 day')`,
  ],
  [
    'a corrected refund with a credit note has one debit note that names it, and no other refund has a debit note',
    `select coalesce(d.id, c.id) as id from (select * from documents where kind = 'debit_note') d cross join clock
       full join (select n.* from documents n join refunds r on r.id = n.refund_id
         where n.kind = 'credit_note' and r.status = 'corrected') c on c.refund_id = d.refund_id
       where c.id is null or d.id is null or c.amount <> d.amount or c.issued_on > d.issued_on
         or d.content -> 'creditNote' ->> 'number' is distinct from ${numberOf('C', 'c')}`,
  ],
  [
    'a tax invoice is the only one of its order, names the receipt that it replaces, and has a buyer',
    `select t.id from documents t cross join clock
       left join documents r on r.order_id = t.order_id and r.kind = 'receipt'
       where t.kind = 'tax_invoice' and (r.id is null
         or t.content -> 'replaces' ->> 'number' is distinct from ${numberOf('R', 'r')}
         or r.content -> 'seller' ->> 'vatId' is null
         or t.content -> 'seller' ->> 'vatId' is distinct from r.content -> 'seller' ->> 'vatId'
         or exists (select from documents x where x.order_id = t.order_id and x.kind = 'tax_invoice' and x.id <> t.id)
         or (t.created_at > clock.now - interval '7 years'
           and not exists (select from tax_invoice_buyers b where b.order_id = t.order_id)))
     union all
     select b.order_id from tax_invoice_buyers b cross join clock where not exists
       (select from documents t where t.order_id = b.order_id and t.kind = 'tax_invoice')
     union all
     select c.id from documents c join documents t on t.order_id = c.order_id and t.kind = 'tax_invoice'
       cross join clock where c.kind in ('credit_note','debit_note')
         and c.content -> 'receipt' ->> 'number' is distinct from ${numberOf('T', 't')}`,
  ],
  [
    'the amount and the VAT of a document equal the payment or the refund',
    `select d.id from documents d cross join clock join orders o on o.id = d.order_id
       left join refunds r on r.id = d.refund_id
       where d.amount <> case when d.refund_id is null then o.total else r.amount end
          or d.vat + (d.content ->> 'net')::bigint <> d.amount
          or d.vat <> case when d.refund_id is null then ${vatIn('d.amount')}
            else abs(${vatIn(`(d.content ->> 'before')::bigint`)} - ${vatIn(`(d.content ->> 'after')::bigint`)}) end
          or (d.content ->> 'before')::bigint - (d.content ->> 'after')::bigint
            <> case d.kind when 'debit_note' then -d.amount else d.amount end`,
  ],
];
