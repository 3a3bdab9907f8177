'use client';

import '@mantine/core/styles/baseline.layer.css';
import '@mantine/core/styles/default-css-variables.layer.css';
import '@mantine/core/styles/UnstyledButton.layer.css';
import '@mantine/core/styles/VisuallyHidden.layer.css';
import '@mantine/core/styles/Input.layer.css';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';
import './mantine-variables.css';
import { useEffect } from 'react';
import { loadClient } from '@/trpc/react';
import { whenIdle } from './monitoring/when-idle';
import { Toasts } from './toasts';

/** What every interactive page has besides its own content: toasts, and the API client once the page is idle. */
export function Providers({ children }: { children: React.ReactNode }) {
  useEffect(() => whenIdle(() => void loadClient().catch(() => undefined)), []);
  return (
    <>
      {children}
      <Toasts />
    </>
  );
}
