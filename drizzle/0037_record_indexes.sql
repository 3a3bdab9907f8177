DROP INDEX CONCURRENTLY IF EXISTS "accounts_by_time";--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "audit_events_of_tokens";--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "orders_by_time";--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "payments_by_time";--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "refunds_by_time";--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "points_entries_by_time";--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "subscriptions_by_time";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "accounts_by_time" ON "accounts" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX CONCURRENTLY "audit_events_of_tokens" ON "audit_events" USING btree ("actor","at") WHERE actor like 'token:%';--> statement-breakpoint
CREATE INDEX CONCURRENTLY "orders_by_time" ON "orders" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX CONCURRENTLY "payments_by_time" ON "payments" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX CONCURRENTLY "refunds_by_time" ON "refunds" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX CONCURRENTLY "points_entries_by_time" ON "points_entries" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX CONCURRENTLY "subscriptions_by_time" ON "subscriptions" USING btree ("created_at","id");
