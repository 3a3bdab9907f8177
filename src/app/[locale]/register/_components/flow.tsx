'use client';

import {
  createContext,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useSyncExternalStore,
} from 'react';
import { mayHold, priceBox, type BoxItem, type BoxPrice } from '@/domain/box';
import type { Day } from '@/domain/day';
import { isDeliveredFree } from '@/domain/plan';
import { totals, type Totals } from '@/domain/price';
import { isReferralCode, normaliseCode, REFERRAL_DISCOUNT } from '@/domain/referral';
import { firstDates } from '@/domain/schedule';
import type { CataloguePlan, CatalogueProduct } from '@/components/box/catalogue';
import type { RouterOutputs } from '@/trpc/outputs';
import {
  emptyDraft,
  forgetOldDraft,
  keepDraft,
  readDraft,
  subscribeToDraft,
  type Draft,
} from '@/components/registration/draft';

export type Registration = NonNullable<RouterOutputs['registration']['current']>;

interface Flow {
  products: readonly CatalogueProduct[];
  plans: readonly CataloguePlan[];
  today: Day;
  /** The address for questions: the LINE account or an e-mail. Null without one. */
  askAt: string | null;
  /** The saved box of the registration in progress. It may contain discontinued products. */
  held: readonly BoxItem[];
  draft: Draft;
  /** Whether the stored answers of this device are loaded. A step must not validate the draft before. */
  ready: boolean;
  update: (answers: Partial<Draft>) => void;
  /** Returns the typed password from memory. Returns an empty string after a reload. */
  recallPassword: () => string;
  rememberPassword: (typed: string) => void;
}

const NOTHING: readonly BoxItem[] = [];

const FlowContext = createContext<Flow | null>(null);

interface FlowProviderProps {
  products: readonly CatalogueProduct[];
  plans: readonly CataloguePlan[];
  today: Day;
  askAt: string | null;
  /** The registration in progress of this session, or null if there is none. */
  started: Registration | null;
  children: React.ReactNode;
}

/**
 * Provides the answers of the four steps. Answers stored on this device replace the server's answers. The
 * server's answers replace the defaults.
 */
export function FlowProvider({ products, plans, today, askAt, started, children }: FlowProviderProps) {
  const kept = useSyncExternalStore(subscribeToDraft, readDraft, () => null);
  const ready = useSyncExternalStore(
    subscribeToDraft,
    () => true,
    () => false,
  );
  const password = useRef('');
  const recallPassword = useCallback(() => password.current, []);
  const rememberPassword = useCallback((typed: string) => void (password.current = typed), []);

  useEffect(() => forgetOldDraft(today), [today]);

  const update = useCallback((answers: Partial<Draft>) => keepDraft(today, answers), [today]);
  const answers = useMemo(
    () => ({ ...emptyDraft(today), ...(started && answersOf(started)), ...kept }),
    [today, started, kept],
  );
  const held = started?.plan.items ?? NOTHING;
  const items = useUnchanged(answers.items.filter((item) => mayHold(item, products, held)));
  const flow = useMemo(() => {
    const draft = { ...answers, items };
    return { products, plans, today, askAt, held, draft, ready, update, recallPassword, rememberPassword };
  }, [products, plans, today, askAt, held, answers, items, ready, update, recallPassword, rememberPassword]);

  return <FlowContext.Provider value={flow}>{children}</FlowContext.Provider>;
}

/**
 * Returns the same array as before if the box has not changed. Stored answers are parsed again after every
 * change, and only a changed box must be drawn again.
 */
function useUnchanged(items: BoxItem[]): BoxItem[] {
  const text = JSON.stringify(items);
  return useMemo(() => JSON.parse(text) as BoxItem[], [text]);
}

export function useFlow(): Flow {
  const flow = useContext(FlowContext);
  if (!flow) throw new Error('useFlow outside <FlowProvider>');
  return flow;
}

export interface Quote {
  price: BoxPrice;
  isFree: boolean;
  totals: Totals;
  dates: readonly [Day, Day, Day];
  /** The invitation code whose discount is part of the totals, or null if there is none. */
  code: string | null;
}

/**
 * Calculates the price and the dates of the draft's box. The server calculates the same values later.
 * @param fee delivery fee in satang, before free delivery of a plan is applied. Null if it is not known yet
 * @returns null if the box is empty
 */
export function useQuote(fee: number | null = null): Quote | null {
  const { draft, products, plans, today } = useFlow();
  return useMemo(() => {
    if (draft.items.length === 0) return null;
    const price = priceBox(draft.items, products);
    const isFree = isDeliveredFree(draft.items, plans, products);
    const code = invitationOf(draft);
    return {
      price,
      isFree,
      totals: totals({
        box: price,
        deliveryFee: isFree ? 0 : fee,
        code: code === null ? null : REFERRAL_DISCOUNT,
      }),
      dates: firstDates(today, draft.paymentDay, draft.frequency),
      code,
    };
  }, [draft, fee, products, plans, today]);
}

/**
 * Returns the code of the draft if it is a referral code, otherwise null. Only the server knows the discount
 * of other kinds of codes.
 */
export function invitationOf({ code }: Pick<Draft, 'code'>): string | null {
  const normal = normaliseCode(code);
  return isReferralCode(normal) ? normal : null;
}

function answersOf({ plan, details, delivery, code }: Registration): Partial<Draft> {
  return {
    items: plan.items,
    frequency: plan.frequency as Draft['frequency'],
    paymentDay: plan.paymentDay,
    firstName: details.firstName,
    lastName: details.lastName,
    phone: details.phone,
    ageGroup: details.ageGroup ?? '',
    email: details.email,
    consent: true,
    chargingConsent: true,
    code: code ?? '',
    ...(delivery && {
      postalCode: delivery.postalCode,
      subdistrict: delivery.subdistrict ?? '',
      district: delivery.district ?? '',
      province: delivery.province,
      address: delivery.address,
    }),
  };
}
