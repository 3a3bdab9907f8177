/** @jsxImportSource react */
import { Fragment, type CSSProperties } from 'react';
import { COLOR, FONT, TABLE, TEXT } from './style';
import { orderNumberText } from '@/domain/order';
import type { Wording } from './wording';

/** The horizontal padding of the card. Wordmark and footer use it too. */
export const PADDING = '24px';

const UNBROKEN =
  /(฿[\d,]+\.\d{2}|(?:(?:สิ้น|รอบ)?วันที่\s)?\d{1,2}\s\S{3,6}\s\d{4}(?!\d)|(?:เวลา\s)?\d{1,2}:\d{2}(?:\sน\.)?|\d{2}\/\d{2}(?!\d)|ก่อนเที่ยงคืน|(?:ขอบคุณ|ด้วย)ค่ะ)/;

/** Renders a sentence. An amount, a date, midnight or thanks in Thai never break across lines. */
export function Sentence({ text }: { text: string }) {
  return text.split(UNBROKEN).map((piece, at) =>
    at % 2 === 1 ? (
      <span key={at} style={{ whiteSpace: 'nowrap' }}>
        {piece}
      </span>
    ) : (
      <Fragment key={at}>{piece}</Fragment>
    ),
  );
}

interface ParagraphProps {
  children: string;
  small?: boolean;
  /** Null leaves the sentence out of the LINE message, because LINE receives no personal data. */
  inLine?: null;
}

export function Paragraph({ children, small = false }: ParagraphProps) {
  return (
    <p style={small ? TEXT.small : TEXT.body}>
      <Sentence text={children} />
    </p>
  );
}

export function Subheading({ children }: { children: string }) {
  return <h2 style={SUBHEADING}>{children}</h2>;
}

/** Emphasises the most important fact of a message: an amount or a day. */
export function Highlight({ label, value, note }: { label: string; value: string; note?: string }) {
  return (
    <table role="presentation" width="100%" cellPadding={0} cellSpacing={0} border={0} style={TABLE}>
      <tbody>
        <tr>
          <td style={HIGHLIGHT}>
            {label}
            <br />
            <span style={HIGHLIGHT_VALUE}>
              <Sentence text={value} />
            </span>
            {note !== undefined && (
              <>
                <br />
                <Sentence text={note} />
              </>
            )}
          </td>
        </tr>
      </tbody>
    </table>
  );
}

/** Shows a code of six digits in two visual groups. Copied text and screen readers get one number. */
export function LoginCode({ label, code }: { label: string; code: string }) {
  return (
    <table role="presentation" width="100%" cellPadding={0} cellSpacing={0} border={0} style={TABLE}>
      <tbody>
        <tr>
          <td style={HIGHLIGHT}>
            {label}
            <br />
            <span style={{ ...HIGHLIGHT_VALUE, whiteSpace: 'nowrap' }}>
              {code.slice(0, 3)}
              <span style={{ paddingLeft: '0.35em' }}>{code.slice(3)}</span>
            </span>
          </td>
        </tr>
      </tbody>
    </table>
  );
}

/** Shows a problem in an emphasised box. */
export function Notice({ title, text }: { title: string; text: string }) {
  return (
    <table role="presentation" width="100%" cellPadding={0} cellSpacing={0} border={0} style={TABLE}>
      <tbody>
        <tr>
          <td style={NOTICE}>
            <strong style={{ fontWeight: 700 }}>{title}</strong>
            <br />
            {text}
          </td>
        </tr>
      </tbody>
    </table>
  );
}

/**
 * Shows the button of the main action. With `copyLink`, the URL is also shown as text, for mail clients that
 * show no buttons.
 */
export function Button(props: { href: string; label: string; copyLink?: string }) {
  const { href, label, copyLink } = props;
  return (
    <>
      <table role="presentation" width="100%" cellPadding={0} cellSpacing={0} border={0} style={BUTTON_TABLE}>
        <tbody>
          <tr>
            <td align="center" style={BUTTON_CELL}>
              <a href={href} target="_blank" rel="noopener" style={BUTTON} data-text-format="button">
                {label}
              </a>
            </td>
          </tr>
        </tbody>
      </table>
      {copyLink !== undefined && (
        <p style={{ ...TEXT.small, wordBreak: 'break-all' }} data-skip-in-text="true">
          <span style={{ wordBreak: 'normal' }}>{copyLink}</span>
          <br />
          <a href={href} style={{ color: COLOR.primary }}>
            {href}
          </a>
        </p>
      )}
    </>
  );
}

interface OrderNumberProps {
  orderNumber: number | undefined;
  wording: Wording;
}

/** Returns the line with the number of the order. Empty if the order is not known. */
export const orderNumberLine = ({ orderNumber, wording }: OrderNumberProps): string =>
  orderNumber === undefined
    ? ''
    : wording.say('emails.orderNumber', { number: orderNumberText(orderNumber) });

/** Shows the number of the order in small print, for support requests. */
export function OrderNumber(props: OrderNumberProps) {
  const text = orderNumberLine(props);
  return text === '' ? null : <p style={TEXT.small}>{text}</p>;
}

const SUBHEADING: CSSProperties = {
  margin: '24px 0 8px',
  color: COLOR.ink,
  fontSize: 17,
  lineHeight: '28px',
  fontWeight: 700,
};

const HIGHLIGHT: CSSProperties = {
  padding: '14px 16px',
  color: COLOR.muted,
  backgroundColor: COLOR.blush,
  borderRadius: 10,
  fontFamily: FONT,
  fontSize: 14,
  lineHeight: '23px',
};

const HIGHLIGHT_VALUE: CSSProperties = {
  color: COLOR.primary,
  fontSize: 26,
  lineHeight: '42px',
  fontWeight: 700,
  fontVariantNumeric: 'tabular-nums',
};

const NOTICE: CSSProperties = {
  padding: '12px 16px',
  color: COLOR.amber,
  backgroundColor: COLOR.amberSoft,
  borderRadius: 10,
  fontFamily: FONT,
  fontSize: 15,
  lineHeight: '25px',
};

const BUTTON_TABLE: CSSProperties = { margin: '8px 0 20px', borderCollapse: 'separate', borderSpacing: 0 };

const BUTTON_CELL: CSSProperties = { backgroundColor: COLOR.primary, borderRadius: 10 };

const BUTTON: CSSProperties = {
  display: 'block',
  padding: '13px 20px',
  color: '#ffffff',
  backgroundColor: COLOR.primary,
  border: `1px solid ${COLOR.primary}`,
  borderRadius: 10,
  fontFamily: FONT,
  fontSize: 16,
  lineHeight: '26px',
  fontWeight: 700,
  textAlign: 'center',
  textDecoration: 'none',
};
