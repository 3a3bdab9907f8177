/** The page that requests the tax invoice of an order. */
const taxInvoice = {
  title: 'Request a tax invoice',
  lead: 'A full tax invoice with your name, address and tax ID, for claiming VAT.',
  order: 'Order of {date}: {total}',
  name: 'Name of the company or person',
  address: 'Address',
  addressHint: 'The official address, with the postcode.',
  taxId: 'Tax ID',
  taxIdHint: '13 digits. For a person, the citizen ID number.',
  kind: 'Issued to',
  kinds: { headOffice: 'Company, head office', branch: 'Company, branch', person: 'Person' },
  branch: 'Branch number',
  branchHint: '5 digits, for example 00001.',
  before: 'Before you request it',
  cancels: 'Your abbreviated tax invoice {number} is cancelled and replaced.',
  fixed: 'The details can’t be changed afterwards. Please check them.',
  kept: 'We keep them in the tax invoice for as long as tax law requires.',
  submit: 'Request tax invoice',
  sending: 'Issuing…',
  issued: 'Tax invoice',
  doneTitle: 'Your tax invoice is ready',
  doneText: 'It replaces receipt {number}, which is now cancelled.',
  back: 'Back to the order',
  notPossible: 'There can’t be a tax invoice for this order',
  notPossibleWhy:
    'You can request one for six months after payment, if the order wasn’t refunded. Please contact us if you need one.',
} as const;

export default taxInvoice;
