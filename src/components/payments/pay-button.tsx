'use client';

import { ButtonLink } from '@/components/button';
import { usePayAddress } from './pay-address';

interface PayButtonProps {
  paymentUrl: string;
  look?: 'primary' | 'secondary';
  wide?: boolean;
  children: React.ReactNode;
}

/** Leads to the page of a payment link, which is a document of its own. */
export function PayButton({ paymentUrl, look, wide, children }: PayButtonProps) {
  return (
    <ButtonLink href={usePayAddress(paymentUrl)} look={look} wide={wide} hard>
      {children}
    </ButtonLink>
  );
}
