import type { Locale } from '@/domain/locale';
import privacyEn from './privacy-en';
import privacyTh from './privacy-th';
import type { LegalText } from './shape';
import termsEn from './terms-en';
import termsTh from './terms-th';

/** Privacy policy and terms, in both languages. */
export const LEGAL_TEXTS: Record<'privacy' | 'terms', Record<Locale, LegalText>> = {
  privacy: { en: privacyEn, th: privacyTh },
  terms: { en: termsEn, th: termsTh },
};
