export const STEPS = ['plan', 'details', 'delivery', 'payment'] as const;
export type Step = (typeof STEPS)[number];

export const STEP_PATHS: Record<Step, string> = {
  plan: '/register',
  details: '/register/details',
  delivery: '/register/delivery',
  payment: '/register/payment',
};

export const STEP_NUMBERS: Record<Step, number> = { plan: 1, details: 2, delivery: 3, payment: 4 };
