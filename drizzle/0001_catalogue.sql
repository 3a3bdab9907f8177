insert into products (code, name_en, name_th, description_en, description_th, pieces, image, sort) values
  ('day-pads', 'Day pads', 'ผ้าอนามัยกลางวัน', 'Organic cotton pads for an ordinary day, with wings.', 'ผ้าอนามัยผ้าฝ้ายออร์แกนิกสำหรับวันปกติ มีปีก', 10, 'day-pads', 1),
  ('light-day-pads', 'Light day pads', 'ผ้าอนามัยกลางวันแบบบาง', 'Thinner and shorter, for lighter days.', 'บางและสั้นกว่า สำหรับวันมาน้อย', 10, 'light-day-pads', 2),
  ('night-pads', 'Night pads', 'ผ้าอนามัยกลางคืน', 'Longer, for a whole night''s sleep.', 'ยาวกว่า สำหรับตลอดคืน', 6, 'night-pads', 3),
  ('night-pads-xl', 'Night pads XL', 'ผ้าอนามัยกลางคืน XL', 'The longest, for heavy nights.', 'ยาวที่สุด สำหรับคืนที่มามาก', 6, 'night-pads-xl', 4),
  ('panty-liners', 'Panty liners', 'แผ่นอนามัย', 'Thin liners for every day.', 'แผ่นบางสำหรับทุกวัน', 16, 'panty-liners', 5),
  ('starter-pack', 'Starter pack', 'ชุดเริ่มต้น', 'One pack each of day pads, night pads and panty liners.', 'ผ้าอนามัยกลางวัน กลางคืน และแผ่นอนามัย อย่างละหนึ่งห่อ', null, 'starter-pack', 6),
  ('starter-pack-v2', 'Starter pack V2', 'ชุดเริ่มต้น V2', 'One pack each of light day pads, day pads, night pads XL and panty liners.', 'ผ้าอนามัยกลางวันแบบบาง กลางวัน กลางคืน XL และแผ่นอนามัย อย่างละหนึ่งห่อ', null, 'starter-pack-v2', 7);
--> statement-breakpoint
insert into product_prices (product_code, version, list_price, valid_from) values
  ('day-pads', 1, 14900, '2020-01-01T00:00:00Z'),
  ('light-day-pads', 1, 13900, '2020-01-01T00:00:00Z'),
  ('night-pads', 1, 14900, '2020-01-01T00:00:00Z'),
  ('night-pads-xl', 1, 15900, '2020-01-01T00:00:00Z'),
  ('panty-liners', 1, 11900, '2020-01-01T00:00:00Z'),
  ('starter-pack', 1, 38900, '2020-01-01T00:00:00Z'),
  ('starter-pack-v2', 1, 52900, '2020-01-01T00:00:00Z');
--> statement-breakpoint
insert into product_contents (product_code, contained_code, quantity) values
  ('starter-pack', 'day-pads', 1), ('starter-pack', 'night-pads', 1), ('starter-pack', 'panty-liners', 1),
  ('starter-pack-v2', 'light-day-pads', 1), ('starter-pack-v2', 'day-pads', 1), ('starter-pack-v2', 'night-pads-xl', 1), ('starter-pack-v2', 'panty-liners', 1);
--> statement-breakpoint
insert into plans (code, name_en, name_th, free_delivery, sort) values
  ('light', 'Light', 'มาน้อย', false, 1), ('regular', 'Regular', 'ปกติ', true, 2), ('heavy', 'Heavy', 'มามาก', true, 3);
--> statement-breakpoint
insert into plan_items (plan_code, product_code, quantity) values
  ('light', 'light-day-pads', 1), ('light', 'panty-liners', 1),
  ('regular', 'day-pads', 1), ('regular', 'night-pads', 1), ('regular', 'panty-liners', 1),
  ('heavy', 'day-pads', 2), ('heavy', 'night-pads', 1), ('heavy', 'night-pads-xl', 1), ('heavy', 'panty-liners', 1);
--> statement-breakpoint
insert into delivery_zones (prefix, zone) values ('10', 'bangkok'), ('11', 'bangkok'), ('12', 'bangkok'), ('73', 'bangkok'), ('74', 'bangkok');
--> statement-breakpoint
insert into delivery_rates (zone, fee) values ('bangkok', 4000), ('standard', 6000), ('remote_surcharge', 2000);
--> statement-breakpoint
insert into remote_postcodes (postal_code, surcharged)
select rtrim(entry, '*'), entry not like '%*' from regexp_split_to_table(
  '20120 20150* 21160* 23000* 23120* 23170 50250 50310 50350 55130 55220 57170 57180 57260 57310 57340 '
  '58000 58110 58120 58130 58140 58150 63150 63170 71180 71240 81130* 81150 81210 82000* 82160 '
  '83000 83100 83110 83120 83130 83150 84140 84220* 84280 84310 84320 84330 84360 85000* 91000* 91110* 92110* 92120* '
  '94000 94110 94120 94130 94140 94150 94160 94170 94180 94190 94220 94230 '
  '95000 95110 95120 95130 95140 95150 95160 95170 '
  '96000 96110 96120 96130 96140 96150 96160 96170 96180 96190 96210 96220', ' +') as entry;
--> statement-breakpoint
insert into clock_offset ("only", offset_ms) values (true, 0);
--> statement-breakpoint
create function refuse_rewriting() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = '42501';
end $$;
--> statement-breakpoint
create trigger points_entries_append_only before update on points_entries for each row execute function refuse_rewriting();
--> statement-breakpoint
create trigger schedule_epochs_append_only before update on schedule_epochs for each row execute function refuse_rewriting();
--> statement-breakpoint
create trigger audit_events_append_only before update or delete on audit_events for each row execute function refuse_rewriting();
