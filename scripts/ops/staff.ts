import { isLocale } from '@/domain/locale';
import { STAFF_ROLES } from '@/domain/staff';
import { emailField } from '@/schemas/fields';
import { listUnsealedApps } from '@/server/login/staff/authenticator-app';
import {
  inviteAgain,
  inviteStaff,
  listStaff,
  removeStaff,
  type ListedMember,
} from '@/server/login/staff/members';
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

export const rotationCommand: Command = {
  usage: '',
  about: 'lists the members whose authenticator app depends on a previous APP_SECRET',
  options: {},
  words: [0, 0],
  run: async (ctx) => {
    const { left, lost } = await listUnsealedApps(ctx);
    const lines = [
      ...left.map((email) => `${email}: depends on a previous APP_SECRET until the next log-in with a code.`),
      ...lost.map((email) => `${email}: no accepted APP_SECRET opens the app. Use \`staff invite-again\`.`),
    ];
    const text = lines.length === 0 ? 'No member depends on a previous APP_SECRET.' : lines.join('\n');
    return { data: { left, lost }, text, code: lines.length === 0 ? 0 : 1 };
  },
};

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
