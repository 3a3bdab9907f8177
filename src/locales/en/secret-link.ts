const secretLink = {
  logIn: 'Log in',
  missing: {
    title: 'We can’t find this link',
    text: 'It may be incomplete or too old. Open it again from our message, or log in to see your orders.',
  },
  qr: {
    alt: 'PromptPay QR code for {amount}',
    how: 'Scan it with any Thai banking app. On this phone, save the picture, then open it in your banking app.',
    until: 'QR code valid until {until}',
    save: 'Save QR image',
    saved: 'Image saved. Open your banking app and scan it from your pictures.',
    saveFailed: 'We couldn’t save the picture. Take a screenshot instead.',
  },
  paid: {
    text: 'We received {amount} on {date}. We’re sending your receipt.',
    arrives: 'Your box arrives by {date}',
  },
} as const;

export default secretLink;
