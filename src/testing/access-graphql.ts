import { type Access, type Input, TOKEN, order, card, newEmail, passkey } from './access';

const view = '{ subscription { version } }';
/** For every root field of GraphQL: the allowed callers, a query, and the input. */
export const GRAPHQL: Record<string, [Access, string, Input?]> = {
  'Query.products': ['open', '{ products { code } }'],
  'Query.plans': ['open', '{ plans { code } }'],
  'Query.cancelReasons': ['open', '{ cancelReasons { code } }'],
  'Query.viewer': ['session', '{ viewer { account { id } subscription { status } points } }'],
  'Mutation.changeBox': [
    'subscriber',
    `mutation { changeBox(items: [{ productCode: "day-pads", quantity: 3 }]) ${view} }`,
  ],
  'Mutation.changeFrequency': [
    'subscriber',
    `mutation { changeFrequency(frequency: 2, after: "2026-12-31") ${view} }`,
  ],
  'Mutation.changePaymentDay': ['subscriber', `mutation { changePaymentDay(paymentDay: 5) ${view} }`],
  'Mutation.moveOrder': [
    'owner',
    `mutation ($orderId: ID!) { moveOrder(orderId: $orderId, date: "2026-12-24", preview: true) ${view} }`,
    order,
  ],
  'Mutation.changeOrderBox': [
    'owner',
    `mutation ($orderId: ID!) { changeOrderBox(orderId: $orderId, items: [{ productCode: "day-pads", quantity: 3 }], preview: true) ${view} }`,
    order,
  ],
  'Mutation.useUsualBox': [
    'owner',
    `mutation ($orderId: ID!) { useUsualBox(orderId: $orderId, preview: true) ${view} }`,
    order,
  ],
  'Mutation.setOrderAddress': [
    'owner',
    `mutation ($orderId: ID!) { setOrderAddress(orderId: $orderId, address: "1 Soi 2", province: "Bangkok", postalCode: "10110", preview: true) ${view} }`,
    order,
  ],
  'Mutation.useUsualAddress': [
    'owner',
    `mutation ($orderId: ID!) { useUsualAddress(orderId: $orderId, preview: true) ${view} }`,
    order,
  ],
  'Mutation.orderNow': ['subscriber', 'mutation { orderNow(preview: true) { orderId } }'],
  'Mutation.requestTaxInvoice': [
    'owner',
    `mutation ($orderId: ID!) { requestTaxInvoice(orderId: $orderId, name: "A", address: "B", taxId: "0107537000521") { order { status } } }`,
    order,
  ],
  'Mutation.pauseSubscription': [
    'subscriber',
    `mutation { pauseSubscription(until: "2026-12-31", preview: true) ${view} }`,
  ],
  'Mutation.resumeSubscription': ['subscriber', `mutation { resumeSubscription ${view} }`],
  'Mutation.skipOrder': [
    'owner',
    'mutation ($orderId: ID!) { skipOrder(orderId: $orderId) { order { status } } }',
    order,
  ],
  'Mutation.unskipOrder': [
    'owner',
    'mutation ($orderId: ID!) { unskipOrder(orderId: $orderId) { order { status } } }',
    order,
  ],
  'Mutation.redeemProduct': [
    'owner',
    'mutation ($orderId: ID!) { redeemProduct(productCode: "day-pads", orderId: $orderId) { points } }',
    order,
  ],
  'Mutation.generateReferralCode': ['subscriber', 'mutation { generateReferralCode { code } }'],
  'Mutation.applyCode': ['open', 'mutation { applyCode(code: "NONE", items: []) { discount } }'],
  'Mutation.cancelOffer': [
    'subscriber',
    'mutation { cancelOffer(reason: "buyWhenNeed") { offer { kind } } }',
  ],
  'Mutation.cancelSubscription': [
    'subscriber',
    `mutation { cancelSubscription(reason: "buyWhenNeed") ${view} }`,
  ],
  'Mutation.reactivateSubscription': [
    'subscriber',
    `mutation { reactivateSubscription(when: "now", frequency: 1) ${view} }`,
  ],
  'Mutation.addCard': ['subscriber', `mutation { addCard(cardToken: "${TOKEN}") { cards { cardId } } }`],
  'Mutation.updateCard': [
    'owner',
    'mutation ($cardId: ID!) { updateCard(cardId: $cardId) { cards { cardId } } }',
    card,
  ],
  'Mutation.deleteCard': [
    'owner',
    'mutation ($cardId: ID!) { deleteCard(cardId: $cardId) { cards { cardId } } }',
    card,
  ],
  'Mutation.convertToCard': [
    'subscriber',
    `mutation { convertToCard(cardToken: "${TOKEN}") { paymentMethod } }`,
  ],
  'Mutation.convertToOffline': ['subscriber', 'mutation { convertToOffline { paymentMethod } }'],
  'Mutation.requestPaymentLink': ['subscriber', 'mutation { requestPaymentLink { paymentUrl } }'],
  'Mutation.updateDetails': [
    'subscriber',
    'mutation { updateDetails(firstName: "Mali") { account { firstName } } }',
  ],
  'Mutation.updateAddress': [
    'subscriber',
    `mutation { updateAddress(address: "1 Soi 2", province: "Bangkok", postalCode: "10110") ${view} }`,
  ],
  'Mutation.updateMessages': [
    'subscriber',
    'mutation { updateMessages(optionalMessages: true) { optionalMessages } }',
  ],
  'Mutation.updateEmail': [
    'subscriber',
    'mutation ($email: String!) { updateEmail(email: $email) { email } }',
    newEmail,
  ],
  'Mutation.updatePassword': [
    'subscriber',
    'mutation { updatePassword(password: "battery staple", confirmPassword: "battery staple") }',
  ],
  'Mutation.unlinkLine': ['subscriber', 'mutation { unlinkLine { lineLinked } }'],
  'Mutation.renamePasskey': [
    'owner',
    `mutation ($passkeyId: ID!) { renamePasskey(passkeyId: $passkeyId, name: "My phone") { max } }`,
    passkey,
  ],
  'Mutation.removePasskey': [
    'owner',
    'mutation ($passkeyId: ID!) { removePasskey(passkeyId: $passkeyId) { max } }',
    passkey,
  ],
  'Mutation.requestMagicLink': [
    'open',
    'mutation { requestMagicLink(email: "a@example.test") { expiresInMinutes } }',
  ],
  'Mutation.useMagicLink': ['open', 'mutation { useMagicLink(token: "none") { points } }'],
  'Mutation.requestPasswordReset': ['open', 'mutation { requestPasswordReset(email: "a@example.test") }'],
  'Mutation.resetPassword': [
    'open',
    `mutation { resetPassword(token: "none", password: "battery staple", confirmPassword: "battery staple") }`,
  ],
  'Mutation.downloadMyData': ['subscriber', 'mutation { downloadMyData }'],
  'Mutation.deleteAccount': ['subscriber', 'mutation { deleteAccount }'],
};
