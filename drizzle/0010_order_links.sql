CREATE TABLE "order_links" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"order_id" text NOT NULL,
	"action" text NOT NULL,
	"payment_date" date NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone,
	CONSTRAINT "order_links_action" CHECK ("order_links"."action" in ('fix','skip','move','box')),
	CONSTRAINT "order_links_used_after" CHECK ("order_links"."used_at" is null or "order_links"."used_at" >= "order_links"."created_at")
);
--> statement-breakpoint
ALTER TABLE "charge_attempts" ADD COLUMN "holds_retry" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "order_links" ADD CONSTRAINT "order_links_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "order_links_of_order" ON "order_links" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "order_links_by_age" ON "order_links" USING btree ("created_at");--> statement-breakpoint
ALTER TABLE "charge_attempts" ADD CONSTRAINT "charge_attempts_holds_qr" CHECK (not "charge_attempts"."holds_retry" or "charge_attempts"."source" = 'promptpay');