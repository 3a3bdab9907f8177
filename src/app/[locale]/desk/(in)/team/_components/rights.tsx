import { mayDo, STAFF_ACTIONS, STAFF_ROLES } from '@/domain/staff';
import { getI18n } from '@/locales/server';
import classes from '../../_components/desk.module.css';

/** Shows the role table. */
export async function Rights() {
  const t = await getI18n();
  return (
    <section className={classes.panel}>
      <h2>{t('deskTeam.rights')}</h2>
      <div className={classes.wide} role="region" aria-label={t('deskTeam.rights')} tabIndex={0}>
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">{t('deskTeam.may')}</th>
              {STAFF_ROLES.map((role) => (
                <th key={role} scope="col">
                  {t(`desk.roles.${role}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {STAFF_ACTIONS.filter((action) => action !== 'desk.read').map((action) => (
              <tr key={action}>
                <th scope="row">{t(`deskTeam.can.${action}`)}</th>
                {STAFF_ROLES.map((role) => (
                  <td key={role}>{t(mayDo(role, action) ? 'deskTeam.yes' : 'deskTeam.no')}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
