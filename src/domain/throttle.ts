/** At most `max` uses within `windowMinutes`. */
export type Throttle = { max: number; windowMinutes: number };

/** What is limited, and for whom it is counted: the ending of a name says so where it is not the network address. */
export const THROTTLES = {
  logInAccount: { max: 10, windowMinutes: 10 },
  logInAddress: { max: 300, windowMinutes: 10 },
  currentPasswordAccount: { max: 10, windowMinutes: 10 },
  register: { max: 300, windowMinutes: 60 },
  mail: { max: 300, windowMinutes: 60 },
  codeRegistration: { max: 5, windowMinutes: 15 },
} as const satisfies Record<string, Throttle>;

export type ThrottleName = keyof typeof THROTTLES;
