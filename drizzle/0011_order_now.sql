ALTER TABLE "orders" DROP CONSTRAINT "orders_moved";--> statement-breakpoint
DROP INDEX "orders_one_per_date";--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "ordered_from" date;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "restarts" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "orders_one_per_date" ON "orders" USING btree ("subscription_id","payment_date") WHERE "orders"."status" not in ('void','missed','unpaid') and not ("orders"."status" = 'skipped' and "orders"."begun_at" is not null);--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_ordered_now" CHECK (case when "orders"."ordered_from" is null then not "orders"."restarts" else "orders"."ordered_from" > "orders"."payment_date"
        and "orders"."kind" = 'renewal' and "orders"."status" not in ('upcoming','skipped','missed') end);--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_moved" CHECK ("orders"."moved_from" is null or coalesce("orders"."ordered_from", "orders"."payment_date") <> "orders"."moved_from"
        and abs(coalesce("orders"."ordered_from", "orders"."payment_date") - "orders"."moved_from") <= 20);