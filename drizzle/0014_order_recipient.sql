ALTER TABLE "order_addresses" ADD COLUMN "recipient_name" text;--> statement-breakpoint
ALTER TABLE "order_addresses" ADD COLUMN "recipient_phone" text;--> statement-breakpoint
ALTER TABLE "order_addresses" ADD CONSTRAINT "order_addresses_recipient" CHECK (("order_addresses"."recipient_name" is null) = ("order_addresses"."recipient_phone" is null)) NOT VALID;