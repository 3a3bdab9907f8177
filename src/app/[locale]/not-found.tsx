'use client';

import { useParams } from 'next/navigation';
import { OpenBoxArt } from '@/components/art/box';
import { ButtonLink } from '@/components/button';
import classes from '@/components/shell/stop-page.module.css';
import { localePath } from '@/locales/paths';

const WORDS = {
  en: {
    title: 'This page is not here.',
    text: 'It may have moved, or the address has a typo. Your box is safe either way.',
    home: 'Go to the home page',
  },
  th: {
    title: 'ไม่พบหน้านี้',
    text: 'หน้านี้อาจย้ายไปแล้ว หรือพิมพ์ที่อยู่ผิดไปเล็กน้อย กล่องของคุณยังปลอดภัยดี',
    home: 'ไปหน้าแรก',
  },
};

/** An address that leads nowhere. Drawn in the browser, where the server's words no longer reach. */
export default function NotFoundPage() {
  const { locale } = useParams<{ locale: string }>();
  const language = locale === 'th' ? 'th' : 'en';
  const words = WORDS[language];
  return (
    <main className={classes.page}>
      <OpenBoxArt items={[]} className={classes.art} />
      <h1>{words.title}</h1>
      <p>{words.text}</p>
      <ButtonLink href={localePath(language, '/')}>{words.home}</ButtonLink>
    </main>
  );
}
