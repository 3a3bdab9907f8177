/** @jsxImportSource react */
import type { CSSProperties } from 'react';
import type { Day } from '@/domain/day';
import { COLOR, FONT } from './style';

type OneTapLink = { link: string; data: string };

/**
 * The links that change an order with one tap; null for an action that is not offered. `data`: the data of the same
 * button in LINE.
 */
export interface OneTapLinks {
  skip: OneTapLink | null;
  /** `date`: the day to which the link moves the order. */
  move: (OneTapLink & { date: Day }) | null;
  box: OneTapLink | null;
}

/**
 * A further action of a message. `data`: the data of its button in LINE; without it, the button opens `href`. `picker`: in
 * LINE the button asks for a day.
 */
export interface TapAction {
  href: string;
  label: string;
  data?: string;
  picker?: { data: string; initial: Day; min: Day; max: Day };
}

/** Shows further actions as outlined buttons, one per line. In LINE they are buttons, too. */
export function TapActions({ actions }: { actions: readonly TapAction[] }) {
  return (
    <table role="presentation" width="100%" cellPadding={0} cellSpacing={0} border={0} style={TABLE}>
      <tbody>
        {actions.map(({ href, label }) => (
          <tr key={href}>
            <td align="center" style={CELL}>
              <a href={href} target="_blank" rel="noopener" style={LINK} data-text-format="action">
                {label}
              </a>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const TABLE: CSSProperties = { margin: '0 0 16px', borderCollapse: 'separate', borderSpacing: '0 8px' };
const CELL: CSSProperties = { border: `1px solid ${COLOR.primary}`, borderRadius: 10 };
const LINK: CSSProperties = {
  display: 'block',
  padding: '11px 20px',
  color: COLOR.primary,
  fontFamily: FONT,
  fontSize: 16,
  lineHeight: '24px',
  textAlign: 'center',
  textDecoration: 'none',
};
