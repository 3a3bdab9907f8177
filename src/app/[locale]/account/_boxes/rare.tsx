'use client';

import { split } from '@/components/split';
import '../_components/milestone-reached.module.css';

/* What few subscribers see, each a script of its own. A payment is none of them: its buttons act at once. */

export const MilestoneReached = split(
  async () => (await import('../_components/milestone-reached')).MilestoneReached,
);
export const PausedBox = split(async () => (await import('./paused-box')).PausedBox);
