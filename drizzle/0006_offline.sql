CREATE TABLE "bank_transfers" (
	"id" text PRIMARY KEY NOT NULL,
	"provider_ref" text NOT NULL,
	"reference" text NOT NULL,
	"amount" bigint NOT NULL,
	"paid_on" date NOT NULL,
	"status" text NOT NULL,
	"order_id" text,
	"money_id" text,
	"actor" text NOT NULL,
	"recorded_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "bank_transfers_provider_ref_unique" UNIQUE("provider_ref"),
	CONSTRAINT "bank_transfers_status" CHECK ("bank_transfers"."status" in ('matched','duplicate','late','wrong_amount','wrong_date','unknown_reference')),
	CONSTRAINT "bank_transfers_amount" CHECK ("bank_transfers"."amount" > 0)
);
--> statement-breakpoint
ALTER TABLE "charge_attempts" DROP CONSTRAINT "charge_attempts_check_only_open";--> statement-breakpoint
ALTER TABLE "charge_attempts" ADD COLUMN "link_id" text;--> statement-breakpoint
ALTER TABLE "payment_links" ADD COLUMN "remind_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "payment_links" ADD COLUMN "check_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "payment_links" ADD COLUMN "closed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "bank_transfers" ADD CONSTRAINT "bank_transfers_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bank_transfers" ADD CONSTRAINT "bank_transfers_money_id_money_received_id_fk" FOREIGN KEY ("money_id") REFERENCES "public"."money_received"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "bank_transfers_to_look_at" ON "bank_transfers" USING btree ("recorded_at") WHERE "bank_transfers"."status" <> 'matched';--> statement-breakpoint
ALTER TABLE "charge_attempts" ADD CONSTRAINT "charge_attempts_link_id_payment_links_id_fk" FOREIGN KEY ("link_id") REFERENCES "public"."payment_links"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "charge_attempts_of_link" ON "charge_attempts" USING btree ("link_id");--> statement-breakpoint
CREATE INDEX "payment_links_to_remind" ON "payment_links" USING btree ("remind_at","id") WHERE "payment_links"."remind_at" is not null;--> statement-breakpoint
CREATE INDEX "payment_links_to_expire" ON "payment_links" USING btree ("check_at","id") WHERE "payment_links"."check_at" is not null;--> statement-breakpoint
CREATE INDEX "payment_links_of_order" ON "payment_links" USING btree ("order_id");--> statement-breakpoint
ALTER TABLE "charge_attempts" ADD CONSTRAINT "charge_attempts_qr_of_link" CHECK ("charge_attempts"."source" = 'card' or ("charge_attempts"."card_id" is null and "charge_attempts"."expires_at" is not null));--> statement-breakpoint
ALTER TABLE "charge_attempts" ADD CONSTRAINT "charge_attempts_check_only_open" CHECK ("charge_attempts"."check_at" is null or "charge_attempts"."closed_at" is null or "charge_attempts"."source" = 'promptpay');--> statement-breakpoint
ALTER TABLE "payment_links" ADD CONSTRAINT "payment_links_waits_only_open" CHECK ("payment_links"."status" = 'open' or ("payment_links"."check_at" is null and "payment_links"."remind_at" is null));--> statement-breakpoint
ALTER TABLE "payment_links" ADD CONSTRAINT "payment_links_closed_when" CHECK (("payment_links"."status" = 'open') = ("payment_links"."closed_at" is null));