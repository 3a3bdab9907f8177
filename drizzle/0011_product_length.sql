ALTER TABLE "products" ADD COLUMN "length_mm" integer;--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_length" CHECK ("products"."length_mm" is null or ("products"."length_mm" > 0 and "products"."pieces" is not null));--> statement-breakpoint
UPDATE "products" SET "length_mm" = 245 WHERE "code" = 'day-pads';--> statement-breakpoint
UPDATE "products" SET "length_mm" = 220 WHERE "code" = 'light-day-pads';--> statement-breakpoint
UPDATE "products" SET "length_mm" = 290 WHERE "code" = 'night-pads';--> statement-breakpoint
UPDATE "products" SET "length_mm" = 330 WHERE "code" = 'night-pads-xl';--> statement-breakpoint
UPDATE "products" SET "length_mm" = 150 WHERE "code" = 'panty-liners';
