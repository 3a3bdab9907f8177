/** What somebody goes to LINE for. */
export const LINE_INTENTS = ['login', 'register', 'link'] as const;
export type LineIntent = (typeof LINE_INTENTS)[number];

/** How a walk to LINE can end badly, and `linked`, which is the good end that a page should mention. */
export const LINE_ENDINGS = [
  'linked',
  'denied',
  'not_linked',
  'taken',
  'linked_elsewhere',
  'failed',
  'unfinished',
] as const;
export type LineEnding = (typeof LINE_ENDINGS)[number];

export const LINE_FLOW_MINUTES = 10;
export const LINE_REGISTRATION_MINUTES = 60;
