import { forgetOldDraft, keepDraft } from '@/components/registration/draft';
import { isDay } from '@/domain/day';

/**
 * Stores the referral code of an invitation page in the draft of the registration. Without this script, the
 * link on the page contains the code.
 */
export function keepInvitation(): void {
  const page = document.querySelector<HTMLElement>('[data-invitation]');
  const { invitation: code, today } = page?.dataset ?? {};
  if (code === undefined || today === undefined || !isDay(today)) return;
  forgetOldDraft(today);
  keepDraft(today, { code, refusedCode: '' });
}
