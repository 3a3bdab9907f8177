import { isLocale } from '@/domain/locale';
import { STAFF_ROLES } from '@/domain/staff';
import { emailField } from '@/schemas/fields';
import { inviteAgain, inviteStaff, listStaff, removeStaff, type ListedMember } from '@/server/staff/members';
import { columns, done, textOf, UsageError, type Command, type Values } from './command';

const HEADER = ['id', 'e-mail', 'name', 'role', 'state'];
const cellsOf = ({ staffId, email, name, role, state }: ListedMember) => [staffId, email, name, role, state];

function roleIn(values: Values) {
  const role = STAFF_ROLES.find((one) => one === textOf(values, 'role'));
  if (!role) throw new UsageError(`Give --role: ${STAFF_ROLES.join(', ')}.`);
  return role;
}

function localeIn(values: Values) {
  const locale = textOf(values, 'language') ?? 'en';
  if (!isLocale(locale)) throw new UsageError('--language is en or th.');
  return locale;
}

const invited = ({ member, link }: { member: ListedMember; link: string }) =>
  done(
    { ...member, link },
    `${columns([HEADER, cellsOf(member)])}\nThe invitation was mailed. It is also here:\n  ${link}`,
  );

export const staffCommand: Command = {
  usage: 'list | invite <email> --role <role> [--language en|th] | invite-again <id> | remove <id>',
  about: 'lists, invites or removes members of the desk; the first owner is invited here',
  options: { role: { type: 'string' }, language: { type: 'string' } },
  words: [1, 2],
  run: async (ctx, [act = '', whom], values) => {
    if (act === 'list' && whom === undefined) {
      const staff = await listStaff(ctx);
      const text = staff.length === 0 ? 'The desk has no members.' : columns([HEADER, ...staff.map(cellsOf)]);
      return done({ staff }, text);
    }
    if (whom === undefined) throw new UsageError('The e-mail or the id of the member is missing.');
    if (act === 'invite') {
      const email = emailField.safeParse(whom);
      if (!email.success) throw new UsageError(`${whom} is no e-mail.`);
      const member = { email: email.data, role: roleIn(values), locale: localeIn(values) };
      return invited(await inviteStaff(ctx, ctx.operator, member));
    }
    if (act === 'invite-again')
      return invited(await inviteAgain(ctx, ctx.operator, { staffId: whom, evenLastOwner: true }));
    if (act !== 'remove') throw new UsageError(`\`staff ${act}\` is no command.`);
    const member = await removeStaff(ctx, ctx.operator, whom);
    return done(member, columns([HEADER, cellsOf(member)]));
  },
};
