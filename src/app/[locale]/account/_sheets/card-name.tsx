/** Shows brand and last digits of a card, without a line break inside them. */
export function CardName({ card: { brand, lastDigits } }: { card: { brand: string; lastDigits: string } }) {
  return <span className="keep">{`${brand} •••• ${lastDigits}`}</span>;
}
