DROP INDEX CONCURRENTLY IF EXISTS "orders_by_number";--> statement-breakpoint
CREATE UNIQUE INDEX CONCURRENTLY "orders_by_number" ON "orders" USING btree ("order_number");
