DROP INDEX CONCURRENTLY IF EXISTS "audit_events_staff_by_time";--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "orders_missed";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "audit_events_staff_by_time" ON "audit_events" USING btree ("at","id") WHERE actor like 'staff:%';--> statement-breakpoint
CREATE INDEX CONCURRENTLY "orders_missed" ON "orders" USING btree ("payment_date","id") WHERE "orders"."status" = 'missed';
