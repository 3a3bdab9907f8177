CREATE TABLE "slips" (
	"id" text PRIMARY KEY NOT NULL,
	"order_id" text NOT NULL,
	"link_id" text NOT NULL,
	"bank" text NOT NULL,
	"ref" text NOT NULL,
	"via" text NOT NULL,
	"state" text NOT NULL,
	"picture" text,
	"amount" bigint,
	"paid_on" date,
	"paid_at_time" text,
	"transfer_id" text,
	"checks" integer DEFAULT 0 NOT NULL,
	"check_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "slips_state" CHECK ("slips"."state" in ('stored','checking','booked','listed','gateway','foreign','unknown')),
	CONSTRAINT "slips_checked" CHECK (("slips"."state" = 'checking') = ("slips"."check_at" is not null)),
	CONSTRAINT "slips_via" CHECK ("slips"."via" in ('page','line'))
);
--> statement-breakpoint
ALTER TABLE "slips" ADD CONSTRAINT "slips_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "slips" ADD CONSTRAINT "slips_link_id_payment_links_id_fk" FOREIGN KEY ("link_id") REFERENCES "public"."payment_links"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "slips" ADD CONSTRAINT "slips_transfer_id_bank_transfers_id_fk" FOREIGN KEY ("transfer_id") REFERENCES "public"."bank_transfers"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "slips_once" ON "slips" USING btree ("bank","ref");--> statement-breakpoint
CREATE INDEX "slips_of_order" ON "slips" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "slips_of_link" ON "slips" USING btree ("link_id");--> statement-breakpoint
CREATE INDEX "slips_of_transfer" ON "slips" USING btree ("transfer_id");--> statement-breakpoint
CREATE INDEX "slips_to_check" ON "slips" USING btree ("check_at","id") WHERE "slips"."check_at" is not null;--> statement-breakpoint
CREATE INDEX "slips_with_picture" ON "slips" USING btree ("created_at") WHERE "slips"."picture" is not null;