DROP INDEX CONCURRENTLY IF EXISTS "audit_events_of_pauses";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "audit_events_of_pauses" ON "audit_events" USING btree ("subject") WHERE what = 'subscription.paused';
