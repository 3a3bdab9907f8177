import { meansText, type ChargedMeans } from '@/components/payments/means-name';
import { useI18n } from '@/locales/client';

/** Names what is charged, without a line break inside the name of a card. */
export function MeansName({ means }: { means: ChargedMeans }) {
  const t = useI18n();
  return <span className={'brand' in means ? 'keep' : undefined}>{meansText(t, means)}</span>;
}
