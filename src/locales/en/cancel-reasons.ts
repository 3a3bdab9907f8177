/** The reasons of a cancellation, as pages and API responses show them. */
const cancelReasons = {
  alternativeBrand: 'I use another brand now',
  alternativeProduct: 'I use something else now, such as a cup',
  buyWhenNeed: 'I prefer to buy when I need it',
  leavingCountry: 'I’m leaving the country',
  menopause: 'Menopause',
  other: 'Something else',
  pregnant: 'I’m pregnant',
  theProductWasntGoodEnough: 'The product wasn’t good enough for me',
} as const;

export default cancelReasons;
