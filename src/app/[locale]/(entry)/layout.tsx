import { RainArt } from '@/components/art/rain';
import { SprigArt } from '@/components/art/scenes';
import { Providers } from '@/components/providers';
import { Frame } from '@/components/shell/frame';
import { I18n } from '@/locales/i18n';
import { pageLocale } from '@/locales/server';
import classes from './_components/entry.module.css';
import { EntryPictures } from './_components/pictures';

export default async function EntryLayout({ params, children }: LayoutProps<'/[locale]'>) {
  const locale = await pageLocale(params);
  return (
    <Frame locale={locale} plain>
      <I18n locale={locale} nouns={['auth', 'common', 'register.confirmEmail', 'validation']}>
        <Providers>
          <EntryPictures
            pictures={{
              sprig: <SprigArt className={classes.scene} />,
              rain: <RainArt className={classes.scene} />,
              letter: <LetterArt className={classes.scene} />,
            }}
          >
            {children}
          </EntryPictures>
        </Providers>
      </I18n>
    </Frame>
  );
}

const stroke = {
  stroke: '#2b1f1d',
  strokeWidth: 1.8,
  strokeLinejoin: 'round',
  strokeLinecap: 'round',
} as const;

/** Draws a letter with a leaf as its seal. */
function LetterArt({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 120 84" className={className} aria-hidden>
      <g {...stroke}>
        <path d="M14 14H106Q110 14 110 18V74Q110 78 106 78H14Q10 78 10 74V18Q10 14 14 14Z" fill="#fff" />
        <path d="M10 74 46 44M110 74 74 44" fill="none" opacity=".5" />
        <path d="M11 16 55 52Q60 56 65 52L109 16Q108 14 106 14H14Q12 14 11 16Z" fill="#f6e3df" />
        <circle cx="60" cy="48" r="13" fill="#96262c" />
        <path d="M60 56C60 50 60 47 61 43" fill="none" stroke="#f6e3df" />
        <path d="M61 43C56 40 56 35 61 32 66 35 66 40 61 43Z" fill="#8db09b" stroke="#f6e3df" />
      </g>
    </svg>
  );
}
