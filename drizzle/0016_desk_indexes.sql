DROP INDEX CONCURRENTLY IF EXISTS "shipments_on_way";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "shipments_on_way" ON "shipments" USING btree ("shipped_at","order_id") WHERE "shipments"."status" = 'shipped' and "shipments"."loss" is null;--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "cards_default_by_expiry";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "cards_default_by_expiry" ON "cards" USING btree ("expiry_year","expiry_month") WHERE "cards"."is_default";
