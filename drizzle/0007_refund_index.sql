DROP INDEX CONCURRENTLY IF EXISTS "refunds_succeeded";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "refunds_succeeded" ON "refunds" USING btree ("closed_at") WHERE "refunds"."status" in ('succeeded','corrected');
