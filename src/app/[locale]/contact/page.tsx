import { TaskPage } from '@/components/shell/task-page';
import { orderNumberText } from '@/domain/order';
import { dayText } from '@/locales/format';
import { personalMetadata } from '@/locales/page-metadata';
import { localePath, logInPath } from '@/locales/paths';
import { getI18n, pageLocale } from '@/locales/server';
import { api, currentSession } from '@/trpc/server';
import { ContactForm } from './_components/contact-form';

export const generateMetadata = personalMetadata('/contact', 'contact.title');

/** The contact form. A subscriber chooses the order that it is about; a visitor gives a name and an e-mail. */
export default async function ContactPage({ params }: PageProps<'/[locale]/contact'>) {
  const locale = await pageLocale(params);
  const [t, session] = await Promise.all([getI18n(), currentSession()]);
  const isSubscriber = session?.subscription != null && !session.subscription.registering;
  const orders = isSubscriber ? await recentOrders() : [];
  return (
    <TaskPage
      heading={t('contact.title')}
      lead={session ? t('contact.leadKnown', { email: session.account.email }) : t('contact.lead')}
    >
      {!session && (
        <p className="mt-3">
          {t('contact.logIn')}{' '}
          <a href={logInPath(locale, localePath(locale, '/contact'))} className="tap">
            {t('contact.logInLink')}
          </a>
        </p>
      )}
      <ContactForm
        isKnown={session !== null}
        orders={orders.map(({ orderId, orderNumber, paymentDate }) => ({
          orderId,
          name: t('contact.orderName', {
            number: orderNumberText(orderNumber),
            date: dayText(paymentDate, locale),
          }),
        }))}
      />
    </TaskPage>
  );
}

/** The orders that a question is likely about: the next one, and the latest ones. */
async function recentOrders() {
  const { orders } = await api();
  const [upcoming, past] = await Promise.all([orders.upcoming(), orders.previous({ page: 1 })]);
  return [...upcoming.orders.slice(0, 1), ...past.orders];
}
