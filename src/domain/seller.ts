/** What the seller can state about the products and the purchase, in the order of the pages. */
export const SELLER_FACTS = [
  'certificate',
  'materials',
  'origin',
  'returns',
  'guarantee',
  'reviews',
] as const;

export type SellerFact = (typeof SELLER_FACTS)[number];

/** The card brands that the seller's account at the gateway can accept. */
export const CARD_BRANDS = ['visa', 'mastercard', 'jcb', 'amex', 'unionpay'] as const;

export type CardBrand = (typeof CARD_BRANDS)[number];
