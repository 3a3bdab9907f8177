import { mayDo, STAFF_ACTIONS, STAFF_ROLES } from '@/domain/staff';
import { getI18n } from '@/locales/server';
import classes from '../../_components/desk.module.css';

/** Shows what each role may do. */
export async function Rights() {
  const t = await getI18n();
  const listed = STAFF_ACTIONS.filter((action) => action !== 'desk.read');
  return (
    <section className="card mt-5">
      <h2>{t('deskTeam.rights')}</h2>
      <dl className={classes.wideTiles}>
        {STAFF_ROLES.map((role) => (
          <div key={role} className={classes.tile}>
            <dt className={classes.strong}>{t(`desk.roles.${role}`)}</dt>
            {listed
              .filter((action) => mayDo(role, action))
              .map((action) => (
                <dd key={action}>{t(`deskTeam.can.${action}`)}</dd>
              ))}
          </div>
        ))}
      </dl>
    </section>
  );
}
