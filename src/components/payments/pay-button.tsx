'use client';

import { ButtonAnchor } from '../button-anchor';
import { usePayAddress } from './pay-address';

interface PayButtonProps {
  paymentUrl: string;
  look?: 'primary' | 'secondary';
  wide?: boolean;
  children: React.ReactNode;
}

/** Links to the page of a payment link. Loads a new document, which has its own security policy. */
export function PayButton({ paymentUrl, look, wide, children }: PayButtonProps) {
  return (
    <ButtonAnchor href={usePayAddress(paymentUrl)} look={look} wide={wide}>
      {children}
    </ButtonAnchor>
  );
}
