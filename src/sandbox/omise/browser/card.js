/* The card fields, in a frame of their own origin: their input is sent to the vault only. */
(() => {
  'use strict';

  const query = new URLSearchParams(window.location.search);
  const parentOrigin = query.get('parent') ?? '';
  const FIELDS = ['name', 'number', 'expiry', 'code'];
  const TIMEOUT_MS = 30000;

  const TEXTS = {
    en: {
      name: 'Name on card',
      number: 'Card number',
      expiry: 'Expiry date (MM/YY)',
      code: 'Security code (CVC)',
      expiryShape: 'MM/YY',
      nameMissing: 'Enter the name on the card.',
      numberMissing: 'Enter the card number.',
      numberWrong: 'Check the card number.',
      expiryMissing: 'Enter the expiry date as MM/YY.',
      expiryWrong: 'This card has expired. Check the date.',
      codeMissing: 'Enter the 3 or 4 digits on the card.',
      unreachable: 'The card service did not answer. Please try again.',
    },
    th: {
      name: 'ชื่อบนบัตร',
      number: 'หมายเลขบัตร',
      expiry: 'วันหมดอายุ (ดด/ปป)',
      code: 'รหัสหลังบัตร (CVC)',
      expiryShape: 'ดด/ปป',
      nameMissing: 'กรอกชื่อบนบัตร',
      numberMissing: 'กรอกหมายเลขบัตร',
      numberWrong: 'ตรวจสอบหมายเลขบัตรอีกครั้ง',
      expiryMissing: 'กรอกวันหมดอายุ เช่น 08/29',
      expiryWrong: 'บัตรนี้หมดอายุแล้ว ตรวจสอบวันหมดอายุอีกครั้ง',
      codeMissing: 'กรอกตัวเลข 3 หรือ 4 หลักบนบัตร',
      unreachable: 'ระบบบัตรไม่ตอบกลับ กรุณาลองอีกครั้ง',
    },
  };

  const BRANDS = [
    ['Visa', /^4/],
    ['Mastercard', /^(5[1-5]|2[2-7])/],
    ['JCB', /^35/],
    ['Amex', /^3[47]/],
    ['Diners', /^3[0689]/],
    ['UnionPay', /^62/],
    ['Discover', /^6/],
  ];

  let texts = TEXTS.en;
  let publicKey = '';
  let isBusy = false;

  const $ = (id) => document.getElementById(id);
  const tell = (message) => window.parent.postMessage({ from: 'omise-card', ...message }, parentOrigin);
  const digits = (text) => text.replace(/[๐-๙]/g, (d) => String(d.charCodeAt(0) - 0x0e50)).replace(/\D/g, '');

  function show(field, message) {
    const error = $(`${field}-error`);
    error.textContent = message;
    const input = $(field);
    if (input) input.setAttribute('aria-invalid', message === '' ? 'false' : 'true');
  }

  function passesLuhn(number) {
    let sum = 0;
    for (let i = 0; i < number.length; i++) {
      const digit = Number(number[number.length - 1 - i]) * (i % 2 === 1 ? 2 : 1);
      sum += digit > 9 ? digit - 9 : digit;
    }
    return sum % 10 === 0;
  }

  function grouped(number) {
    const shape = /^3[47]/.test(number) ? [4, 6, 5] : [4, 4, 4, 4, 4];
    const groups = [];
    let at = 0;
    for (const size of shape) {
      if (at < number.length) groups.push(number.slice(at, at + size));
      at += size;
    }
    return groups.join(' ');
  }

  /** Reformats a field and keeps the caret behind its digit. */
  function rewrite(input, format) {
    const before = digits(input.value.slice(0, input.selectionStart ?? input.value.length)).length;
    const wasAtEnd = input.selectionStart === input.value.length;
    input.value = format(digits(input.value));
    let caret = input.value.length;
    if (!wasAtEnd) {
      caret = 0;
      for (let seen = 0; seen < before && caret < input.value.length; caret++) {
        if (/\d/.test(input.value[caret])) seen += 1;
      }
    }
    input.setSelectionRange(caret, caret);
  }

  function onNumber() {
    const input = $('number');
    rewrite(input, (number) => grouped(number.slice(0, 19)));
    const number = digits(input.value);
    $('brand').textContent = BRANDS.find(([, pattern]) => pattern.test(number))?.[0] ?? '';
  }

  /** Returns two digits; browsers fill in four. */
  function yearOf(typed) {
    const isLong = typed.startsWith('20') && typed.length > 2;
    return isLong && typed.length === 3 ? typed : isLong ? typed.slice(2, 4) : typed.slice(0, 2);
  }

  function onExpiry(event) {
    const input = $('expiry');
    if (event.inputType?.startsWith('delete')) return;
    const lone = /^(\d)\s*[/-]/.exec(input.value);
    rewrite(input, (typed) => {
      const full = lone || /^[2-9]/.test(typed) ? `0${typed}` : typed;
      return full.length < 2 ? full : `${full.slice(0, 2)}/${yearOf(full.slice(2))}`;
    });
  }

  function read() {
    const expiry = digits($('expiry').value);
    return {
      name: $('name').value.trim(),
      number: digits($('number').value),
      month: Number(expiry.slice(0, 2)),
      year: expiry.slice(2),
      code: digits($('code').value),
    };
  }

  /** Whether the card has expired, by the clock of the device. The vault checks again by its own clock. */
  function hasExpired(month, year) {
    return Date.now() >= Date.UTC(year, month, 1);
  }

  function problemsOf({ name, number, month, year, code }) {
    const problems = {};
    if (name === '') problems.name = texts.nameMissing;
    if (number === '') problems.number = texts.numberMissing;
    else if (number.length < 12 || !passesLuhn(number)) problems.number = texts.numberWrong;
    if (month < 1 || month > 12 || year.length !== 2) problems.expiry = texts.expiryMissing;
    else if (hasExpired(month, 2000 + Number(year))) problems.expiry = texts.expiryWrong;
    if (!/^\d{3,4}$/.test(code)) problems.code = texts.codeMissing;
    return problems;
  }

  /** Shows the errors and focuses the first invalid field. */
  function complain(problems) {
    for (const field of FIELDS) show(field, problems[field] ?? '');
    show('form', problems.form ?? '');
    const first = FIELDS.find((field) => problems[field]);
    if (first) $(first).focus();
    tell({ type: 'error', code: 'invalid_card', message: Object.values(problems)[0] });
  }

  function refusalOf(message) {
    const problems = {};
    if (/name/.test(message)) problems.name = texts.nameMissing;
    if (/number|brand/.test(message)) problems.number = texts.numberWrong;
    if (/expiration/.test(message)) problems.expiry = texts.expiryWrong;
    if (/security/.test(message)) problems.code = texts.codeMissing;
    return Object.keys(problems).length > 0 ? problems : { form: texts.unreachable };
  }

  async function send(card) {
    const response = await fetch('../vault/tokens', {
      method: 'POST',
      headers: { authorization: `Basic ${btoa(`${publicKey}:`)}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        card: {
          name: card.name,
          number: card.number,
          expiration_month: card.month,
          expiration_year: 2000 + Number(card.year),
          security_code: card.code,
        },
      }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    return response.json();
  }

  async function request() {
    if (isBusy) return;
    const card = read();
    const problems = problemsOf(card);
    if (Object.keys(problems).length > 0) return complain(problems);
    isBusy = true;
    for (const field of [...FIELDS, 'form']) show(field, '');
    try {
      const answer = await send(card);
      if (answer.object !== 'token') return complain(refusalOf(String(answer.message ?? '')));
      const { brand, last_digits: lastDigits } = answer.card;
      tell({ type: 'token', token: answer.id, brand, lastDigits });
    } catch {
      show('form', texts.unreachable);
      tell({ type: 'error', code: 'rpc_error', message: texts.unreachable });
    } finally {
      isBusy = false;
    }
  }

  function speak(locale) {
    const language = locale === 'th' ? 'th' : 'en';
    texts = TEXTS[language];
    document.documentElement.lang = language;
    for (const label of document.querySelectorAll('[data-text]'))
      label.textContent = texts[label.dataset.text];
    $('expiry').placeholder = texts.expiryShape;
  }

  /** Applies the supported part of the gateway's `style` option: sizes and colours only. */
  function dress(style) {
    const input = style?.input ?? {};
    const wanted = {
      '--family': style?.fontFamily,
      '--size': style?.fontSize,
      '--height': input.height,
      '--radius': input.borderRadius,
      '--ground': input.background,
      '--ink': input.color,
      '--label': input.labelColor,
      '--placeholder': input.placeholderColor,
      '--line': /(#\w{3,8}|rgb[^)]*\))/.exec(input.border ?? '')?.[1],
      '--primary': /(#\w{3,8}|rgb[^)]*\))/.exec(input.focusBorder ?? '')?.[1],
    };
    for (const [name, value] of Object.entries(wanted)) {
      if (typeof value === 'string' && /^[\w#%(),.'" -]{1,120}$/.test(value)) {
        document.documentElement.style.setProperty(name, value);
      }
    }
  }

  const HEARD = {
    configure(message) {
      publicKey = String(message.publicKey ?? '');
      speak(message.locale);
      dress(message.style);
    },
    request,
  };

  window.addEventListener('message', (event) => {
    if (event.origin !== parentOrigin || event.source !== window.parent) return;
    if (event.data?.to === 'omise-card') void HEARD[event.data.type]?.(event.data);
  });

  for (const field of FIELDS) $(field).addEventListener('input', () => show(field, ''));
  $('number').addEventListener('input', onNumber);
  $('expiry').addEventListener('input', onExpiry);
  $('code').addEventListener('input', () => rewrite($('code'), (code) => code.slice(0, 4)));
  $('card').addEventListener('submit', (event) => {
    event.preventDefault();
    void request();
  });
  new ResizeObserver(() => tell({ type: 'height', height: document.body.scrollHeight })).observe(
    document.body,
  );
  speak(query.get('locale'));
  tell({ type: 'ready' });
})();
