import type { PayApp } from '@/domain/pay-app';

interface Mark {
  name: string;
  /** The letters of the mark, and their size. */
  letters: string;
  size: number;
  ground: string;
  ink: string;
}

const MARKS: Record<PayApp, Mark> = {
  kbank: { name: 'K PLUS', letters: 'K+', size: 20, ground: '#0a7d3e', ink: '#fff' },
  scb: { name: 'SCB EASY', letters: 'SCB', size: 15, ground: '#4e2a84', ink: '#fff' },
  bay: { name: 'KMA', letters: 'KMA', size: 14, ground: '#ffd200', ink: '#3a2a00' },
  bbl: { name: 'Bualuang', letters: 'BBL', size: 15, ground: '#1e3a8a', ink: '#fff' },
  ktb: { name: 'Krungthai NEXT', letters: 'NEXT', size: 13, ground: '#0a86c2', ink: '#fff' },
  truemoney: { name: 'TrueMoney', letters: 'true', size: 14, ground: '#e8531f', ink: '#fff' },
};

/** Returns the name of a banking app or wallet, as it calls itself in both languages. */
export const appName = (app: PayApp): string => MARKS[app].name;

/** Draws the colour and the letters of a banking app or wallet. It is not the app's logo. */
export function AppMark({ of }: { of: PayApp }) {
  const { letters, size, ground, ink } = MARKS[of];
  return (
    <svg viewBox="0 0 48 48" width="40" height="40" aria-hidden>
      <rect width="48" height="48" rx="12" fill={ground} />
      <text x="24" y={24 + size * 0.36} textAnchor="middle" fontSize={size} fontWeight="700" fill={ink}>
        {letters}
      </text>
    </svg>
  );
}
