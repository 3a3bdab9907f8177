// The official SDK of LINE Messaging.
import { HTTPFetchError, messagingApi, SignatureValidationFailed, validateSignature } from '@line/bot-sdk';
import { createHmac, randomUUID } from 'node:crypto';
import { check, checkEqual, checkTrue, place } from './place.mjs';

const { accessToken, messagingSecret } = place.line;
const client = new messagingApi.MessagingApiClient({
  channelAccessToken: accessToken,
  baseURL: place.sandbox,
});
const stranger = new messagingApi.MessagingApiClient({ channelAccessToken: 'x', baseURL: place.sandbox });
const people = (await (await fetch(`${place.sandbox}/_control/line/people`)).json()).data;
const mali = people.find(({ key }) => key === 'mali');
const text = (words) => ({ type: 'text', text: words });

const info = await client.getBotInfo();
checkEqual('the account', info.basicId, '@sandbox');
checkEqual('the profile of a friend', (await client.getProfile(mali.userId)).displayName, mali.name);
const before = (await client.getMessageQuotaConsumption()).totalUsage;
const pushed = await client.pushMessage(
  { to: mali.userId, messages: [text('hello'), text('again')] },
  randomUUID(),
);
checkEqual('a push of two messages', pushed.sentMessages.length, 2);
checkTrue('the consumption grows', (await client.getMessageQuotaConsumption()).totalUsage > before);
checkEqual('the quota', (await client.getMessageQuota()).type, 'none');
checkTrue('a link token', (await client.issueLinkToken(mali.userId)).linkToken.length > 10);
const inbox = await (await fetch(`${place.sandbox}/line/inbox/${mali.userId}.json`)).json();
checkTrue('the push arrives', JSON.stringify(inbox).includes('hello'));
const flex = {
  type: 'flex',
  altText: 'a box',
  contents: {
    type: 'bubble',
    body: { type: 'box', layout: 'vertical', contents: [{ type: 'text', text: 'box' }] },
  },
};
checkEqual(
  'a Flex message',
  (await client.pushMessage({ to: mali.userId, messages: [flex] })).sentMessages.length,
  1,
);

const statusOf = (work) =>
  work.then(
    () => 200,
    (error) => (error instanceof HTTPFetchError ? error.status : String(error)),
  );
const key = randomUUID();
const again = () => client.pushMessage({ to: mali.userId, messages: [text('once')] }, key);
checkEqual('a first push with a retry key', await statusOf(again()), 200);
checkEqual('a repeated retry key', await statusOf(again()), 409);
checkEqual('a wrong access token', await statusOf(stranger.getBotInfo()), 401);
checkEqual('an unknown profile', await statusOf(client.getProfile(`U${'0'.repeat(32)}`)), 404);
checkEqual(
  'too many messages',
  await statusOf(client.pushMessage({ to: mali.userId, messages: Array(6).fill(text('x')) })),
  400,
);

const body = JSON.stringify({ destination: info.userId, events: [] });
const signature = createHmac('sha256', messagingSecret).update(body).digest('base64');
checkTrue('the SDK accepts the signature', validateSignature(body, messagingSecret, signature));
checkTrue('the SDK refuses another body', !validateSignature(`${body} `, messagingSecret, signature));
checkTrue('the SDK has an error for it', SignatureValidationFailed.name.length > 0);
const webhook = (given) =>
  fetch(`${place.site}/api/webhooks/line`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-line-signature': given },
    body,
  });
await check('the product accepts the signature', async () =>
  checkEqual('status', (await webhook(signature)).status, 200),
);
await check('the product refuses a wrong one', async () =>
  checkEqual('status', (await webhook('AAAA')).status, 401),
);

const guest = people.find(({ key }) => key !== 'mali');
const blob = new messagingApi.MessagingApiBlobClient({
  channelAccessToken: accessToken,
  baseURL: place.sandbox,
});
const size = { width: 1200, height: 630 };
const area = { bounds: { x: 0, y: 0, ...size }, action: { type: 'postback', data: 'next' } };
const menu = { size, selected: true, name: 'of the SDK', chatBarText: 'Menu', areas: [area] };
const { richMenuId } = await client.createRichMenu(menu);
const [png] = (await client.getRichMenuList()).richmenus.filter((one) => one.richMenuId === richMenuId);
checkEqual('a menu in the list', png?.areas[0].action.data, 'next');
const menuOf = async () => (await client.getRichMenuIdOfUser(guest.userId)).richMenuId;
checkEqual(
  'a menu without a picture',
  await statusOf(client.linkRichMenuIdToUser(guest.userId, richMenuId)),
  400,
);
const picture = await (await fetch(`${place.site}/og/en.png`)).blob();
await check('the picture of a menu', () => blob.setRichMenuImage(richMenuId, picture));
checkEqual(
  'a menu for many',
  await statusOf(client.linkRichMenuIdToUsers({ richMenuId, userIds: [guest.userId] })),
  200,
);
await check('the menu of a person', async () => checkEqual('id', await menuOf(), richMenuId));
checkEqual('without a menu', await statusOf(client.unlinkRichMenuIdFromUser(guest.userId)), 200);
checkEqual('a removed menu', await statusOf(client.deleteRichMenu(richMenuId)), 200);
checkEqual(
  'an unknown reply token',
  await statusOf(client.replyMessage({ replyToken: 'x', messages: [text('x')] })),
  400,
);
