ALTER TABLE "orders" ADD COLUMN "paused" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "paused_until" date;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_paused" CHECK (not "orders"."paused" or "orders"."status" in ('skipped','void'));--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_paused_while_active" CHECK ("subscriptions"."paused_until" is null or "subscriptions"."status" = 'active');