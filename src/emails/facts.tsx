/** @jsxImportSource react */
import type { CSSProperties } from 'react';
import { amountOf, type DocumentLine } from '@/domain/document';
import type { Locale } from '@/domain/locale';
import { withSize, type Sized } from '@/locales/format';
import { COLOR, FONT, TABLE } from './style';
import type { Wording } from './wording';
import { Sentence } from './parts';

export type Fact = readonly [label: string, value: string, emphasis?: 'sum'] | null;

/**
 * Lists facts, one pair of label and value per line. A fact marked `sum` is emphasised. A null fact is
 * omitted.
 */
export function Facts({ facts }: { facts: readonly Fact[] }) {
  const lines = facts.filter((fact) => fact !== null);
  if (lines.length === 0) return null;
  return (
    <table width="100%" cellPadding={0} cellSpacing={0} border={0} style={TABLE} data-text-format="dataTable">
      <tbody>
        {lines.map(([label, value, emphasis]) => {
          const strong = emphasis === 'sum';
          return (
            <tr key={label}>
              <th scope="row" align="left" style={{ ...LABEL, whiteSpace: 'nowrap', ...(strong && STRONG) }}>
                {label}
              </th>
              <td align="right" style={strong ? { ...VALUE, ...STRONG } : VALUE}>
                <Sentence text={value} />
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

/** A product in a box. `pack`: its size; missing in older messages. */
export type MailedItem = DocumentLine & { pack?: Sized };

export interface ItemsProps {
  items: readonly MailedItem[];
  wording: Wording;
  priced?: boolean;
  /** The product that was paid with points. */
  freeProduct?: Record<Locale, string> | null;
}

/**
 * Returns one line for each product of a box: the number of packs or, with `priced`, the price of all packs.
 * A free product comes last.
 */
export function itemLines(props: ItemsProps): [label: string, value: string][] {
  const { items, wording, priced = false, freeProduct = null } = props;
  const { locale, say, baht } = wording;
  const lines = items.map((item): [string, string] => {
    const name = withSize(item.name[locale], item.pack ?? null, locale);
    return priced ? [`${item.quantity} × ${name}`, baht(amountOf(item))] : [name, `× ${item.quantity}`];
  });
  if (freeProduct === null) return lines;
  return [
    ...lines,
    [say('documents.freeProduct', { product: freeProduct[locale] }), priced ? baht(0) : '× 1'],
  ];
}

/** Lists the products of the box, one per line. */
export function Items(props: ItemsProps) {
  return (
    <table width="100%" cellPadding={0} cellSpacing={0} border={0} style={TABLE} data-text-format="dataTable">
      <tbody>
        {itemLines(props).map(([label, value], at) => (
          <tr key={at}>
            <th scope="row" align="left" style={{ ...LABEL, color: COLOR.ink }}>
              {label}
            </th>
            <td align="right" style={{ ...VALUE, whiteSpace: 'nowrap' }}>
              {value}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const CELL: CSSProperties = {
  padding: '8px 0',
  borderBottom: `1px solid ${COLOR.line}`,
  fontFamily: FONT,
  fontSize: 15,
  lineHeight: '24px',
  verticalAlign: 'top',
};

const LABEL: CSSProperties = {
  ...CELL,
  color: COLOR.muted,
  fontWeight: 400,
  textAlign: 'left',
  paddingRight: 12,
};

const VALUE: CSSProperties = {
  ...CELL,
  color: COLOR.ink,
  textAlign: 'right',
  overflowWrap: 'anywhere',
  fontVariantNumeric: 'tabular-nums',
};

const STRONG: CSSProperties = { color: COLOR.ink, fontWeight: 700, fontSize: 17 };
