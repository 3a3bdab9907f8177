import type { Locale } from '@/domain/locale';
import privacyEn from './privacy-en';
import privacyTh from './privacy-th';
import accessibilityEn from './accessibility-en';
import accessibilityTh from './accessibility-th';
import type { LegalText } from './shape';
import termsEn from './terms-en';
import termsTh from './terms-th';

/** Privacy policy, terms and accessibility statement, in both languages. */
export const LEGAL_TEXTS: Record<'privacy' | 'terms' | 'accessibility', Record<Locale, LegalText>> = {
  privacy: { en: privacyEn, th: privacyTh },
  terms: { en: termsEn, th: termsTh },
  accessibility: { en: accessibilityEn, th: accessibilityTh },
};
