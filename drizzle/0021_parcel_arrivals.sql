DROP INDEX CONCURRENTLY IF EXISTS "shipments_arrived";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "shipments_arrived" ON "shipments" USING btree ("delivered_at","order_id") WHERE "shipments"."status" = 'delivered';
