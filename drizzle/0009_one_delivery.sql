CREATE TABLE "order_addresses" (
	"order_id" text PRIMARY KEY NOT NULL,
	"address" text NOT NULL,
	"subdistrict" text,
	"district" text,
	"province" text NOT NULL,
	"postal_code" text NOT NULL,
	"changed_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "order_addresses_street" CHECK ("order_addresses"."address" <> ''),
	CONSTRAINT "order_addresses_postcode" CHECK ("order_addresses"."postal_code" ~ '^[0-9]{5}$')
);
--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "own_box" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "order_addresses" ADD CONSTRAINT "order_addresses_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_own_box" CHECK (not "orders"."own_box" or "orders"."kind" <> 'first');