import { describe, expect, test } from 'vitest';
import { openMovingFile } from './moving-file';
import { MOVING_COLUMN_NAMES } from './moving-in';

const read = (text: string, products = '', customers?: string) =>
  [...(openMovingFile(text, { products, ...(customers !== undefined && { customers }) })?.rows(0) ?? [])].map(
    ([line, cells]) => [
      line,
      cells &&
        Object.fromEntries(MOVING_COLUMN_NAMES.flatMap((name, at) => (cells[at] ? [[name, cells[at]]] : []))),
    ],
  );

const RECHARGE = `external_product_name,external_variant_name,external_product_id,external_variant_id,quantity,recurring_price,charge_interval_unit_type,charge_interval_frequency,shipping_interval_unit_type,shipping_interval_frequency,is_prepaid,charge_on_day_of_month,last_charge_date,next_charge_date,status,customer_stripe_id,shipping_email,shipping_first_name,shipping_last_name,shipping_phone,shipping_address_1,shipping_address_2,shipping_city,shipping_province,shipping_zip,shipping_country
Day pads,,1,501,2,149,Months,1,months,1,no,,,01/05/2027,active,cus_1,Mali@example.test,Mali,Suk,0812345678,9 Silom,Floor 2,Bang Rak,Bangkok,10500,TH
Night pads,,2,502,1,159,Months,1,months,1,no,,,01/05/2027,active,cus_1,mali@example.test,Mali,Suk,0812345678,9 Silom,,Bang Rak,Bangkok,10500,TH
Day pads,,1,501,1,149,week,8,week,8,no,,,01/25/2027,cancelled,cus_2,nok@example.test,Nok,Dee,0812345679,1 Nimman,,Mueang,Chiang Mai,50200,TH
Day pads,,1,501,1,149,month,6,month,1,yes,,,01/25/2027,active,cus_3,som@example.test,Som,Dee,0812345670,1 Nimman,,Mueang,Chiang Mai,50200,TH`;

const SHOPIFY = `handle,upcoming_billing_date,customer_id,currency_code,status,cadence_interval,cadence_interval_count,customer_payment_method_id,delivery_price,delivery_method_type,delivery_address_first_name,delivery_address_last_name,delivery_address_address1,delivery_address_address2,delivery_address_city,delivery_address_province_code,delivery_address_country_code,delivery_address_company,delivery_address_zip,delivery_address_phone,line_variant_id,line_quantity,line_current_price
c-1,2026-12-30T17:30:00Z,gid://shopify/Customer/77,THB,ACTIVE,MONTH,1,pm_1,40,SHIPPING,Mali,Suk,9 Silom,,Bang Rak,TH-10,TH,,10500,+66812345678,501,2,149
c-1,,,,,,,,,,,,,,,,,,,,502,1,159
c-2,2026-12-30T17:30:00Z,gid://shopify/Customer/78,THB,PAUSED,WEEK,3,pm_2,40,SHIPPING,Nok,Dee,1 Nimman,,Mueang,TH-50,TH,,50200,,501,1,149`;
const CUSTOMERS = `Customer ID,First Name,Last Name,Email,Phone\n'77,Mali,Suk,mali@example.test,\n'78,Nok,Dee,nok@example.test,+66812345679`;

const WOO = `subscription_id,customer_email,billing_first_name,billing_last_name,billing_phone,billing_address_1,billing_city,billing_state,billing_postcode,subscription_status,next_payment_date,billing_period,billing_interval,order_items
9001,mali@example.test,Mali,Suk,0812345678,9 Silom,Bang Rak,TH-10,10500,wc-active,2026-12-30 17:30:00,month,2,product_id:501|quantity:2|total:298;product_id:502|quantity:1|total:159
9002,nok@example.test,Nok,Dee,0812345679,1 Nimman,Mueang,Chiang Mai,50200,wc-on-hold,2026-12-30 17:30:00,month,1,name:Day pads|quantity:1|total:149`;

const PRODUCTS = '501 = day-pads\n502=night-pads\n\nnonsense';

describe('a file of another system becomes rows of the template:', () => {
  test('Recharge, with the products of one person together and the month first in its dates', () => {
    const rows = read(RECHARGE, PRODUCTS);
    expect(rows[0]).toEqual([
      2,
      {
        external_id: 'mali@example.test',
        email: 'Mali@example.test',
        first_name: 'Mali',
        last_name: 'Suk',
        phone: '0812345678',
        address: '9 Silom Floor 2',
        district: 'Bang Rak',
        province: 'Bangkok',
        postal_code: '10500',
        status: 'active',
        box: 'day-pads:2; night-pads:1',
        every_months: '1',
        next_payment_date: '2027-01-05',
      },
    ]);
    expect(rows.slice(1)).toMatchObject([
      [4, { status: 'ended', every_months: '2', next_payment_date: '2027-01-25' }],
      [5, { status: 'active', every_months: 'prepaid' }],
    ]);
  });

  test('Shopify, with e-mails of the export of customers; what is paused there is not started here', () => {
    expect(read(SHOPIFY, PRODUCTS, CUSTOMERS)).toMatchObject([
      [
        2,
        {
          external_id: 'c-1',
          email: 'mali@example.test',
          box: 'day-pads:2; night-pads:1',
          every_months: '1',
        },
      ],
      [
        4,
        {
          external_id: 'c-2',
          email: 'nok@example.test',
          phone: '+66812345679',
          status: 'ended',
          every_months: '3 WEEK',
        },
      ],
    ]);
    expect(read(SHOPIFY)[0]).toMatchObject([
      2,
      { box: '501:2; 502:1', next_payment_date: '2026-12-30T17:30:00Z' },
    ]);
  });

  test('WooCommerce, with its times in UTC', () => {
    expect(read(WOO, PRODUCTS)).toMatchObject([
      [
        2,
        {
          external_id: '9001',
          box: 'day-pads:2; night-pads:1',
          every_months: '2',
          next_payment_date: '2026-12-30T17:30:00Z',
        },
      ],
      [3, { external_id: '9002', status: 'ended', box: 'Day pads:1' }],
    ]);
  });

  test('one date that cannot have the month first decides the order of all dates', () => {
    const dated = RECHARGE.replaceAll('01/25/2027', '25/01/2027');
    expect(read(dated)[0]).toMatchObject([2, { next_payment_date: '2027-05-01' }]);
  });

  test('a line with a broken quote is unreadable, and the others are read', () => {
    expect(read(`${WOO}\n"9003,x`).map(([line, cells]) => [line, cells === null])).toEqual([
      [2, false],
      [3, false],
      [4, true],
    ]);
  });
});
