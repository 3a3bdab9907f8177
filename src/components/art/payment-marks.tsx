import type { CardBrand } from '@/domain/seller';

const MARKS: Record<CardBrand | 'promptpay', { title: string; drawing: React.ReactNode }> = {
  visa: { title: 'Visa', drawing: <Name text="VISA" fill="#1a1f71" /> },
  mastercard: {
    title: 'Mastercard',
    drawing: (
      <>
        <circle cx="20" cy="16" r="9" fill="#eb001b" />
        <circle cx="32" cy="16" r="9" fill="#f79e1b" />
        <path d="M26 9.3a9 9 0 0 1 0 13.4a9 9 0 0 1 0-13.4Z" fill="#ff5f00" />
      </>
    ),
  },
  jcb: {
    title: 'JCB',
    drawing: (
      <>
        <path d="M11 6h9v20h-9z" fill="#0e4c96" />
        <path d="M21.5 6h9v20h-9z" fill="#c8102e" />
        <path d="M32 6h9v20h-9z" fill="#00843d" />
        <text x="26" y="20" textAnchor="middle" fontSize="10" fontWeight="700" fill="#fff" textLength="28">
          JCB
        </text>
      </>
    ),
  },
  amex: { title: 'American Express', drawing: <Name text="AMEX" fill="#006fcf" /> },
  unionpay: { title: 'UnionPay', drawing: <Name text="UnionPay" fill="#00447c" /> },
  promptpay: { title: 'PromptPay', drawing: <Name text="PromptPay" fill="#003d6a" /> },
};

/** Draws the mark of a card brand or of PromptPay, 52 by 32 pixels. */
export function PaymentMark({ of }: { of: keyof typeof MARKS }) {
  const { title, drawing } = MARKS[of];
  return (
    <svg viewBox="0 0 52 32" width="52" height="32" role="img">
      <title>{title}</title>
      <rect
        x=".75"
        y=".75"
        width="50.5"
        height="30.5"
        rx="5"
        fill="#fff"
        stroke="#e7dcd4"
        strokeWidth="1.5"
      />
      {drawing}
    </svg>
  );
}

function Name({ text, fill }: { text: string; fill: string }) {
  const isLong = text.length > 5;
  return (
    <text
      x="26"
      y={isLong ? 19 : 21}
      textAnchor="middle"
      fontSize={isLong ? 9 : 14}
      fontWeight="700"
      fill={fill}
      textLength={isLong ? 42 : undefined}
    >
      {text}
    </text>
  );
}
