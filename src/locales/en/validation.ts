/**
 * The validation messages of forms and the API: the table of the specification (section 5) and generic schema
 * messages (section 8).
 */
const validation = {
  password: 'Password must be at least 8 characters',
  passwordCommon: 'This password is easy to guess. Choose another one. A short sentence works well.',
  passwordPersonal:
    'This password contains your name, email or phone number, or our name. Choose one that’s harder to guess.',
  passwordTooLong: 'Password must be at most 256 characters',
  passwordsMatch: 'Passwords must match',
  email: 'Invalid email address',
  phone: 'Invalid Thai mobile number: must be 10 digits starting with 0',
  postalCode: 'Postal code must be 5 numbers',
  expiry: 'Enter the expiry date as MM/YY, for example 08/29',
  expiryPast: 'This expiry date has passed. Check it, or use another card',
  allRequired: 'All fields are required',
  required: 'Required',
  missing: '{field} is missing',
  expected: 'Expected {expected} received {received}',
  invalid: 'Invalid input',
  invalidInput: 'Invalid input',
  invalidEmail: 'Invalid email',
  tooLong: 'This is too long. Please shorten it',
  atMost: '{field}: at most {max} characters',
  notValid: '{field} contains a character we can’t use',
  openField: 'Fill in the words in square brackets first',
  tooManyViews: 'Remove a saved view first. You can have 20.',
  titleTaken: 'Another saved answer has this title',
  taxId: 'This tax ID isn’t valid. Please check its 13 digits',
  accountNumber: 'Enter the account number, 10 to 12 digits',
  webAddress: 'Enter the whole address. It starts with https://',
  branch: 'Enter the 5 digits of the branch, for example 00001',
  loginCode: 'Enter the 6 digits of the code',
  consent: 'We can only send your box if you agree to this use of your details',
  chargingConsent: 'You can only subscribe if you agree to being charged for each order',
  box: 'A box holds 1 to 20 packs, and at most 10 of one product.',
  discountCode: 'Code not valid or expired',
  gotDiscount: 'You got a discount!',
  codeRemoved: 'Code removed.',
  /** The names of form parts that could not be updated. */
  fields: {
    details: 'details',
    address: 'address',
    email: 'email',
    password: 'password',
    card: 'card',
  },
} as const;

export default validation;
