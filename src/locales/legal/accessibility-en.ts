import type { LegalText } from './shape';

const accessibility: LegalText = {
  title: 'Accessibility',
  description:
    'How ira meets the Web Content Accessibility Guidelines 2.2 at level AA, what was tested and how, and what does not meet them yet.',
  lead: 'Everyone should be able to order, change and cancel a box. What we do for it, and where we are not there yet.',
  sections: [
    {
      id: 'standard',
      title: 'What we aim for',
      parts: [
        'The pages of ira follow the Web Content Accessibility Guidelines (WCAG) 2.2 at level AA, in English and in Thai.',
      ],
    },
    {
      id: 'tested',
      title: 'What was tested',
      parts: [
        'Before every change goes online, a program opens the pages in both languages and checks:',
        [
          'names, roles, contrast and structure of every page and of its error and empty states, with axe;',
          'that signing up, paying, skipping a box and cancelling work with the keyboard alone, and that the focus can be seen;',
          'that no page scrolls sideways at a width of 320 pixels, which is the same as a zoom of 400 percent, nor with letters at 200 percent;',
          'that wider spacing between letters, words and lines cuts no text;',
          'that buttons and links can be met with a finger: 44 by 44 pixels, with few exceptions inside sentences.',
        ],
        'The pages respect reduced motion and the forced colours of Windows. People who use screen readers every day have not tested them yet.',
      ],
    },
    {
      id: 'limits',
      title: 'What does not meet it yet',
      parts: [
        [
          'The fields for the card number come from our payment provider. We can’t change their names or colours. PromptPay and bank transfer work without them.',
          'A QR code is a picture. The details for a bank transfer stand beside it as text.',
          'Receipts and tax invoices are PDF files without tags for screen readers. The page of each order shows the same lines and amounts.',
        ],
      ],
    },
    {
      id: 'contact',
      title: 'If something doesn’t work for you',
      parts: [
        'Write to us, and say what you wanted to do and what you use. We answer, and we can make any change to your order for you: {contact}. The seller is {seller}.',
      ],
    },
  ],
};

export default accessibility;
