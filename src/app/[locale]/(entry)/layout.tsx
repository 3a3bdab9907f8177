import { RainArt, SprigArt } from '@/components/art/scenes';
import { Providers } from '@/components/providers';
import { Frame } from '@/components/shell/frame';
import { I18n } from '@/locales/i18n';
import { pageLocale } from '@/locales/server';
import classes from './_components/entry.module.css';
import { LetterArt } from './_components/letter-art';
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
