import { useEffect, useState } from 'react';
import { ButtonLink } from '@/components/button';
import { useI18n, useLocale } from '@/locales/client';
import { localePath } from '@/locales/paths';
import { sheetPath } from '@/locales/sheet-path';
import type { RouterOutputs } from '@/trpc/outputs';
import { trpc } from '@/trpc/react';
import classes from './cancel.module.css';

type CancelOffer = NonNullable<RouterOutputs['subscription']['cancelOffer']['offer']>;

/**
 * Returns the offer that fits the first chosen reason that has one. Later reasons keep it; `reason` null hides it.
 * The page works without an offer, so that a failed call changes nothing.
 */
export function useOffer(reason: string | null): CancelOffer | null {
  const [offer, setOffer] = useState<CancelOffer | null>(null);
  useEffect(() => {
    if (reason === null || offer) return;
    // The response is used even if another reason is chosen meanwhile: the server makes no second offer.
    trpc.subscription.cancelOffer.mutate({ reason }).then(
      (found) => setOffer((present) => present ?? found.offer),
      () => undefined,
    );
  }, [reason, offer]);
  return reason === null ? null : offer;
}

/** Links to the pause or the frequency change that fits the reason, with its preview. */
export function Offer({ offer }: { offer: CancelOffer | null }) {
  return (
    <div className={classes.offer} role="status">
      {offer && <OfferLink {...offer} />}
    </div>
  );
}

function OfferLink({ kind, months, frequency, group }: CancelOffer) {
  const t = useI18n();
  const locale = useLocale();
  const [query, label] =
    kind === 'pause'
      ? [`${sheetPath('pause')}&months=${months}`, t(`subscription.cancel.offerPause${months as 1}`)]
      : [`${sheetPath('rhythm')}&every=${frequency}`, t(`subscription.cancel.offerEvery${frequency as 2}`)];
  return (
    <ButtonLink href={localePath(locale, `${query}&offer=${group}`)} look="secondary" wide>
      {label}
    </ButtonLink>
  );
}
